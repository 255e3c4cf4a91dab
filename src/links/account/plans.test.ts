import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { test, testWithDatabase } from '../../../test/app.ts';
import { testHop } from '../../../test/ask-hop.ts';
import { createWorld } from '../../../test/world.ts';
import { addAccessKey, consumeShownKey } from '../../identity/access-keys.ts';
import { assignPlan, setPlan } from '../../identity/plans.ts';
import { inTransaction } from '../../platform/app.ts';
import { ownedChannels } from '../channels/channels.ts';
import { addLink } from '../shorten/add-links.ts';
import { addLinks } from '../shorten/add-many.ts';
import { deleteLink, restoreLink } from '../shorten/change-links.ts';

const url = 'https://example.com';

testHop('the API returns the plan and its end', async ({ app, ada, asBob }) => {
  const account = async () => {
    const { status, expires } = (await asBob.api('GET', '/api/account')).body.data as Record<string, string>;
    return [status, expires];
  };
  assert.deepEqual(await account(), ['free', '9999-12-31 23:59:59']);
  await setPlan(app, ada.id, { name: 'team', calls: 100, max: {} });
  await assignPlan(app, ada.id, { username: 'bob', plan: 'team', expiresAt: new Date('2027-01-01') });
  assert.deepEqual(await account(), ['team', '2027-01-01 00:00:00']);
});

testHop(
  'API calls are counted per account and plan, and every response includes the limit',
  async ({ app, ada, bob, ask }) => {
    const createKey = async () =>
      (await consumeShownKey(app, bob.id, await addAccessKey(app, bob.id, { name: 'Shop' }))) ?? '';
    const [one, two] = [await createKey(), await createKey()];
    await setPlan(app, ada.id, { name: 'free', calls: 77, max: {} });
    const left = async (url: string, authorization?: string) => {
      const { statusCode, headers } = await ask({ url, headers: authorization ? { authorization } : {} });
      assert.ok(Number(headers['x-ratelimit-reset']) > 0, url);
      return [statusCode, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']];
    };
    assert.deepEqual(await left('/api/account', one), [200, '77', '76']);
    assert.deepEqual(await left('/api/account', two), [200, '77', '75']);
    assert.deepEqual(await left('/api/url/999', one), [404, '77', '74']);
    assert.deepEqual(await left('/api/url/x', one), [400, '77', '73']);
    assert.deepEqual(await left('/api/nowhere', one), [404, '77', '72']);
    assert.deepEqual((await left('/api/account', 'wrong')).slice(0, 2), [401, '30']);
    assert.deepEqual((await left('/api/%zz')).slice(0, 2), [400, '30']);
  },
);

test('enforces the limits of a plan with a message that names them', async (app) => {
  const { olga, ada } = await createWorld(app);
  await setPlan(app, olga.id, { name: 'free', calls: null, max: { links: 1, channels: 0 } });
  const link = await addLink(app, ada, { url });
  const full = { code: 'HP402', message: /^Your plan has room for 1 links, and all of it is taken$/ };
  await assert.rejects(
    inTransaction(app, (app) => addLink(app, ada, { url })),
    full,
  );
  await assert.rejects(
    inTransaction(app, (app) => ownedChannels.add(app, ada, { name: 'News' })),
    { code: 'HP402' },
  );
  await addLink(app, olga, { url });
  await addLink(app, olga, { url });
  await deleteLink(app, ada, link.id);
  await addLink(app, ada, { url });
  await assert.rejects(
    inTransaction(app, (app) => restoreLink(app, ada, link.id)),
    full,
  );
});

testHop('rejects requests beyond the plan’s limit with status 402', async ({ app, ada, asBob }) => {
  await setPlan(app, ada.id, { name: 'free', calls: null, max: { links: 0, webhooks: 0 } });
  assert.deepEqual(await asBob.api('POST', '/api/url/add', { url }), {
    status: 402,
    body: { error: 1, message: 'You reached the limit of your plan: 0' },
  });
});

test('counts the links of an account once for an insertion of many, and none too many', async (app) => {
  const { olga, ada } = await createWorld(app);
  await setPlan(app, olga.id, { name: 'free', calls: null, max: { links: 100, qr: 2 } });
  const add = (n: number, purpose = 'link') =>
    sql<{ plan: { Triggers: Trigger[] }[] }>`
    explain (analyze, format json) insert into links.link (account_id, alias, url, title, purpose, created_at, updated_at)
    select ${ada.id}, 'loaf-' || gen_random_uuid(), ${url}, '', ${purpose}, ${app.clock.now()}, ${app.clock.now()}
    from generate_series(1, ${n}::integer)`.execute(app.db);
  const { rows } = await add(100);
  const [first] = Object.values(rows[0] ?? {}) as { Triggers: Trigger[] }[][];
  const limits = first?.[0]?.Triggers.filter(({ 'Trigger Name': name }) => name.startsWith('enforce_limit'));
  assert.deepEqual(
    limits?.map(({ Calls: calls }) => calls),
    [1],
  );
  const refused = (work: () => Promise<unknown>) =>
    assert.rejects(inTransaction(app, work), { code: 'HP402' });
  await refused(() => add(1));
  await refused(() => add(3, 'qr'));
  await add(2, 'qr');
});

interface Trigger {
  'Trigger Name': string;
  Calls: number;
}

testWithDatabase('enforces a plan’s limit for concurrent insertions of many', async ({ app }) => {
  const { olga, ada } = await createWorld(app);
  await setPlan(app, olga.id, { name: 'free', calls: null, max: { links: 30 } });
  const links = Array.from({ length: 10 }, () => ({ url }));
  const added = await Promise.all(Array.from({ length: 5 }, () => addLinks(app, ada, links)));
  assert.ok(added);
  const { rows } = await sql`select from links.link where account_id = ${ada.id}`.execute(app.db);
  assert.equal(rows.length, 30);
});

testWithDatabase('enforces a plan’s limit for concurrent requests', async ({ app }) => {
  const { olga, ada } = await createWorld(app);
  await setPlan(app, olga.id, { name: 'free', calls: null, max: { links: 3 } });
  const asked = await Promise.allSettled(Array.from({ length: 8 }, () => addLink(app, ada, { url })));
  assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 3);
});
