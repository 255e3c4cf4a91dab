// What operators see of paid calls, and authors of their sales.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { App } from '../../platform/app.ts';
import { days } from '../../kernel/time.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { password } from '../../../test/world.ts';
import { sql } from 'kysely';
import { getBalances } from '../../social/wallet/balances.ts';
import { countSales } from '../sales.ts';

interface Given {
  state: 'settled' | 'refused' | 'unknown';
  operation?: string;
  amount?: string;
  payer?: string;
  reason?: string;
  /** Age in days. */
  ago?: number;
  authors?: string[];
}

/** Adds a finished payment to the ledger. */
async function addPayment(app: App, { state, ago = 0, authors, ...given }: Given): Promise<string> {
  const at = new Date(app.clock.now().getTime() - days(ago));
  const { id } = await app.db
    .insertInto('paid.payment')
    .values({
      identity: randomBytes(32),
      payload_hash: randomBytes(32),
      input_hash: randomBytes(32),
      operation: given.operation ?? '/api/posts',
      method: 'GET',
      version: 2,
      network: 'eip155:8453',
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      amount: given.amount ?? '2000',
      payer: given.payer ?? '0x00000000000000000000000000000000000000aa',
      state,
      reason: given.reason ?? null,
      request: '{}',
      lease_until: at,
      created_at: at,
      settled_at: state === 'settled' ? at : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (authors)
    await app.db
      .insertInto('paid.response')
      .values({ payment_id: id, type: 'application/json', body: '{}', stored_at: at, authors })
      .execute();
  return id;
}

testPlaza(
  'operators see revenue by day, operation and payer, and failures',
  async ({ app, plaza, olga, bob }) => {
    assert.match((await plaza.page(olga, '/operator/revenue')).text, /No paid calls yet/);
    await addPayment(app, { state: 'settled' });
    await addPayment(app, { state: 'settled', ago: 3, amount: '20000', operation: '/api/search' });
    await addPayment(app, { state: 'settled', ago: 60, amount: '5000', operation: '/api/trending' });
    await addPayment(app, { state: 'refused', reason: '=insufficient_funds' });
    const unknown = await addPayment(app, { state: 'unknown', reason: 'facilitator_away' });
    const page = await plaza.page(olga, '/operator/revenue');
    assert.equal(page.status, 200);
    for (const shown of ['0.022 USDC', '/api/search', 'insufficient_funds', 'facilitator_away'])
      assert.ok(page.text.includes(shown), shown);
    assert.ok(!page.text.includes('/api/trending'));
    assert.ok((await plaza.page(olga, '/operator/revenue?period=90')).text.includes('0.027 USDC'));
    const csv = await plaza.page(olga, '/operator/revenue/payments.csv');
    assert.match(String(csv.headers['content-type']), /^text\/csv/);
    assert.equal(csv.text.trim().split('\n').length, 6);
    assert.match(csv.text, /'=insufficient_funds/, 'formulas are escaped');
    for (const path of ['', '/payments.csv', '/keys'])
      assert.equal((await plaza.page(bob, `/operator/revenue${path}`)).status, 403);
    assert.equal((await plaza.form(bob, `/operator/revenue/${unknown}/reconcile`)).status, 403);
    assert.equal((await plaza.form(olga, '/operator/revenue/999999/reconcile')).status, 404);
    // Its request is corrupt: the lookup fails, and it remains visible to operators.
    assert.equal((await plaza.form(olga, `/operator/revenue/${unknown}/reconcile`)).status, 303);
    const { state } = await app.db
      .selectFrom('paid.payment')
      .select('state')
      .where('id', '=', unknown)
      .executeTakeFirstOrThrow();
    assert.equal(state, 'unknown');
  },
);

testPlaza('exporting the keys requires the password, and is logged', async ({ app, plaza, olga, bob }) => {
  const wrong = await plaza.form(olga, '/operator/revenue/keys', { current: 'wrong' });
  assert.equal(wrong.status, 403);
  assert.doesNotMatch(wrong.text, /0x[0-9a-f]{64}/);
  assert.equal((await plaza.form(bob, '/operator/revenue/keys', { current: password })).status, 403);
  const shown = await plaza.form(olga, '/operator/revenue/keys', { current: password });
  assert.equal(shown.status, 200);
  assert.match(shown.text, /0x[0-9a-f]{64}/);
  assert.equal(shown.headers['cache-control'], 'no-store');
  const audit = await app.db.selectFrom('identity.audit').select(['action', 'subject']).execute();
  assert.deepEqual(audit, [{ action: 'payment_keys.export', subject: '' }]);
});

testPlaza('members see their sales, and every sale counts once', async ({ app, plaza, ada, bob }) => {
  await addPayment(app, { state: 'settled', authors: ['ada', 'ADA', 'bob', 'nobody-here'] });
  await addPayment(app, { state: 'refused', authors: ['ada'] });
  await countSales(app);
  await countSales(app);
  const cells = async (viewer: typeof ada) =>
    (await plaza.page(viewer, '/settings/sales')).text
      .match(/<td[^>]*>\s*\d+\s*<\/td>/g)
      ?.map((cell) => cell.replaceAll(/\D/g, ''));
  assert.deepEqual(await cells(ada), ['2']);
  assert.deepEqual(await cells(bob), ['1']);
  // Half of the payment, by items. The unknown author nobody-here gets no share.
  const shares = [(await getBalances(app, ada.id)).earnings, (await getBalances(app, bob.id)).earnings];
  assert.deepEqual(shares, [500n, 250n]);
});

testPlaza('sales are paginated', async ({ app, plaza, ada }) => {
  const account = await app.db
    .selectFrom('identity.account')
    .select('id')
    .where('username', '=', 'ada')
    .executeTakeFirstOrThrow();
  await sql`
    insert into paid.author_sale (account_id, day, operation, items)
    select ${account.id}::bigint, date '2026-02-28' - n / 2, case n % 2 when 0 then '/api/post' else '/api/posts' end, n + 1
    from generate_series(0, 119) as n`.execute(app.db);
  const seen: string[] = [];
  for (let at: string | undefined = '/settings/sales'; at !== undefined;) {
    const { text } = await plaza.page(ada, at);
    seen.push(...[...text.matchAll(/<td[^>]*>\s*(\d+)\s*<\/td>/g)].map(([, items = '']) => items));
    at = /href="(\/settings\/sales\?before=[^"]+)"/.exec(text)?.[1];
  }
  assert.equal(seen.length, 120);
  assert.equal(new Set(seen).size, 120);
  for (const before of ['2026-13-01/api/post', '0000-01-01/api/post', 'x', '2026-02-28'])
    assert.equal((await plaza.page(ada, `/settings/sales?before=${before}`)).status, 400, before);
  assert.equal((await plaza.page(ada, '/settings/sales?before=2026-02-31/api/post')).status, 200);
});
