import assert from 'node:assert/strict';
import { testPlaza, type World } from '../../../../test/ask-plaza.ts';
import { days } from '../../../kernel/time.ts';
import { provider, transfer, wallet } from '../ledger.ts';
import { saleLegs } from '../sales.ts';
import { listStatement, toStatementFilter } from './entries.ts';

const cause = { subject: 'test' };
const path = '/settings/wallet';
const all = toStatementFilter({ account: 'wallet', direction: 'all', kind: '', from: '', to: '' });

/** Creates a top-up of 100, and thirty tips of 1 to Bob, one per day. */
async function fill({ app, ada, bob }: World): Promise<void> {
  const topUp = { from: provider('operator'), to: wallet(ada.id), amount: 100_000_000n, kind: 'top_up' };
  await transfer(app, [topUp], { key: 'first', cause });
  for (let n = 1; n <= 30; n++) {
    app.clock.turn(days(1));
    const legs = saleLegs(app, { buyer: ada.id, seller: bob.id, price: 1_000_000n, kind: 'tip' });
    await transfer(app, legs, { key: `tip:${n}`, cause });
  }
}

testPlaza('a statement contains every entry once, with the balance after it', async (world) => {
  const { app, ada, bob } = world;
  await fill(world);
  const seen: bigint[] = [];
  let cursor: string | undefined;
  do {
    const page = await listStatement(app, ada.id, all, { cursor });
    seen.push(...page.items.map(({ balance }) => balance));
    cursor = page.next;
  } while (cursor !== undefined);
  const expected = [...Array(31).keys()].map((n) => BigInt(70 + n) * 1_000_000n);
  assert.deepEqual(seen, expected);
  const { items } = await listStatement(app, bob.id, { ...all, account: 'earnings' });
  assert.deepEqual(
    items.slice(0, 2).map(({ kind, amount, with: other }) => [kind, amount, other]),
    [
      ['commission', -50_000n, null],
      ['tip', 1_000_000n, 'ada'],
    ],
  );
});

testPlaza('filters statements by direction, kind and days', async (world) => {
  const { app, ada } = world;
  const start = app.clock.now();
  await fill(world);
  const count = async (change: Partial<typeof all>) =>
    (await listStatement(app, ada.id, { ...all, ...change }, { limit: 100 })).items.length;
  const day = (n: number) => new Date(start.getTime() + days(n)).toISOString().slice(0, 10);
  assert.equal(await count({ direction: 'in' }), 1);
  assert.equal(await count({ direction: 'out' }), 30);
  assert.equal(await count({ kind: 'top_up' }), 1);
  assert.equal(await count({ from: day(3), to: day(5) }), 3);
  assert.equal(await count({ to: day(0) }), 1);
});

testPlaza('only the owner can see a wallet’s pages, CSV and receipts', async (world) => {
  const { plaza, ada, bob, carol } = world;
  await fill(world);
  const first = (await plaza.page(ada, path)).text;
  assert.equal(first.match(/transactions\/\d+"/g)?.length, 25);
  const older = /href="([^"]*cursor=[^"]*)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
  assert.equal((await plaza.page(ada, older)).text.match(/transactions\/\d+"/g)?.length, 6);
  const csv = await plaza.page(ada, `${path}/statement.csv?direction=out`);
  const lines = csv.text.trim().split('\n');
  assert.equal(lines.length, 31);
  assert.match(lines[1] ?? '', /^\d+,[^,]+,Tip,bob,-1,70$/);
  const receipt = /href="(\/settings\/wallet\/transactions\/\d+)"/.exec(first)?.[1] ?? '';
  assert.match((await plaza.page(ada, receipt)).text, /-\$1\.00/);
  const sold = (await plaza.page(bob, receipt)).text;
  assert.match(sold, /-\$0\.05/);
  assert.equal((await plaza.page(carol, receipt)).status, 404);
  assert.equal((await plaza.page(carol, path)).text.match(/transactions\/\d+"/g), null);
  assert.equal((await plaza.page(undefined, path)).status >= 300, true);
});

testPlaza('rejects invalid cursors, filters and dates', async ({ plaza, ada }) => {
  for (const query of [
    'cursor=1',
    'account=other',
    'direction=up',
    'from=yesterday',
    'from=2026-02-31',
    'to=2026-13-01',
    'kind=DROP',
  ])
    assert.equal((await plaza.page(ada, `${path}?${query}`)).status, 400, query);
  assert.equal((await plaza.page(ada, `${path}?cursor=99999999999999999-999999999999999999`)).status, 200);
});

testPlaza('a deleted account leaves its amounts without a name', async (world) => {
  const { app, ada, bob } = world;
  await fill(world);
  await app.db
    .updateTable('social.ledger_account')
    .set({ owner_id: null })
    .where('owner_id', '=', ada.id)
    .execute();
  const { items } = await listStatement(app, bob.id, { ...all, account: 'earnings' });
  assert.equal(items[1]?.with, null);
  assert.equal(items[1].amount, 1_000_000n);
});
