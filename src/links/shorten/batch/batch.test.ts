import { sql } from 'kysely';
import assert from 'node:assert/strict';
import { type Hop, testHop } from '../../../../test/ask-hop.ts';
import { countingStatements } from '../../../../test/pathological/statements.ts';
import { createAccessKey } from '../../../identity/access-keys.ts';
import { setPlan } from '../../../identity/plans.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { Endpoint } from '../../../platform/http/endpoint.ts';
import { ownedCampaigns } from '../../campaigns/campaigns.ts';
import { ownedChannels } from '../../channels/channels.ts';
import { addLinks } from '../add-many.ts';
import { addTogether, linkRoutes } from '../api.ts';
import { batchRoutes } from './batch.ts';
import { HashedPassword } from '../options/endings.ts';

const url = 'https://example.com/page';
const aliases = async (hop: Hop) => {
  const { data } = (await hop.api('GET', '/api/urls')).body as { data: { urls: { alias: string }[] } };
  return data.urls.map(({ alias }) => alias);
};

testHop('creates many links in one call, each with its own result', async ({ asAda }) => {
  const { status, body } = await asAda.api('POST', '/api/urls/add', {
    links: [
      { url, custom: 'one' },
      { url, custom: 'one' },
      { url: 'nonsense' },
      { custom: 'two' },
      { url, custom: 7 },
      'text',
      { url, custom: 'three' },
    ],
  });
  assert.equal(status, 200);
  const { results, ...counts } = body as { results: Record<string, unknown>[] };
  assert.deepEqual(counts, { error: 0, added: 2, refused: 5 });
  assert.deepEqual(
    results.map(({ error, field }) => [error, field]),
    [
      [0, undefined],
      [1, 'custom'],
      [1, 'url'],
      [1, 'url'],
      [1, 'custom'],
      [1, ''],
      [0, undefined],
    ],
  );
  assert.deepEqual([typeof results[0]?.id, results[0]?.shorturl], ['number', 'http://hop.test/one']);
  assert.match(String(results[1]?.message), /taken/);
  assert.deepEqual(await aliases(asAda), ['three', 'one']);
});

testHop('adds all links or none when atomic is set', async ({ asAda }) => {
  const links = [{ url, custom: 'one' }, { url, custom: 'no spaces' }, { url }];
  const refused = await asAda.api('POST', '/api/urls/add', { atomic: true, links });
  assert.equal(refused.status, 400);
  assert.match(String(refused.body.message), /^links\.1\.custom: Nothing was changed\. Link 2: /);
  assert.deepEqual(await aliases(asAda), []);
  const taken = await asAda.api('POST', '/api/urls/add', { atomic: true, links: [links[0], links[2]] });
  assert.equal(taken.body.added, 2);
});

testHop('rejects links that exceed the plan limit', async ({ app, ada, asBob }) => {
  await setPlan(app, ada.id, { name: 'free', calls: null, max: { links: 2 } });
  const { body } = await asBob.api('POST', '/api/urls/add', { links: [{ url }, { url }, { url }, { url }] });
  assert.deepEqual([body.added, body.refused], [2, 2]);
});

testHop('links created together are as those created one by one', async ({ app, asAda }) => {
  const many = [
    { url: 'https://example.com/1', custom: 'first' },
    { url: 'https://paypa1.com/login', custom: 'second' },
    { url: 'https://example.com/3', metatitle: 'A title', description: 'A text', expiry: '2099-01-01 00:00' },
    { url: 'https://example.com/4', custom: 'first' },
    { url: 'https://example.com/5', tags: 'one,two' },
    { url: 'https://example.com/6', status: 'private' },
    { url: 'https://example.com/7', custom: 'admin' },
    { url: 'https://example.com/8', type: 'frame', clicklimit: 5, metaimage: 'https://example.com/8.png' },
    { url: 'https://example.com/9', geotarget: [{ location: 'Chile', link: 'https://paypa1.com/9' }] },
    { url: 'https://example.com/10', external_id: 'ten' },
    { url: 'https://example.com/11', external_id: 'ten' },
    { url: 'https://example.com/12', channel: '404' },
    { url: 'https://example.com/13', domain: 'other.example' },
  ];
  const created = async () => {
    const { rows } = await sql<object>`
      select url, title, description, visibility, expires_at, held_at, held_for, kind, rules, target_check_due_at, status,
        click_limit, preview_title, preview_image, external_id, array(
          select name from links.link_tag join links.tag on tag.id = tag_id where link_id = link.id order by name) as tags
      from links.link order by url`.execute(app.db);
    await sql`update links.link set deleted_at = created_at, alias = alias || 'x'`.execute(app.db);
    await sql`delete from links.link`.execute(app.db);
    return rows;
  };
  const { body } = await asAda.api('POST', '/api/urls/add', { links: many });
  const { results } = body as { results: { message?: string }[] };
  const together = await created();
  const alone: { message?: string }[] = [];
  for (const link of many) alone.push((await asAda.api('POST', '/api/url/add', link)).body);
  assert.deepEqual(await created(), together);
  const outcome = ({ error, message = '' }: { error?: unknown; message?: string }) => [
    error,
    message.replace(/^custom: /, ''),
  ];
  assert.deepEqual(results.map(outcome), alone.map(outcome));
});

testHop('a hundred links with groups and targets cost few statements', async ({ app, bob }) => {
  const [channel, campaign] = [
    await ownedChannels.add(app, bob, { name: 'Print' }),
    await ownedCampaigns.add(app, bob, { name: 'Spring', slug: 'spring' }),
  ];
  const inputs = Array.from({ length: 100 }, (_, n) => ({
    ...{
      url: `https://example.com/${n}`,
      alias: `many-${n}`,
      channelId: channel.id,
      campaignId: campaign.id,
    },
    ...{ tags: ['one', `tag ${n}`], places: [{ location: 'CL', link: `https://example.org/${n}` }] },
  }));
  const counting = countingStatements(app);
  const added = await addLinks(counting.app, bob, inputs);
  assert.ok([...added.values()].every((each) => !(each instanceof Problem)));
  assert.equal(added.size, 100);
  assert.ok(counting.count() < 20, `${counting.count()} statements`);
  const { rows } = await sql<{ tagged: string; channeled: string; campaigned: string }>`
    select (select count(*) from links.link_tag) as tagged, (select count(*) from links.channel_link) as channeled,
      (select count(*) from links.link where campaign_id is not null) as campaigned`.execute(app.db);
  assert.deepEqual(rows, [{ tagged: '200', channeled: '100', campaigned: '100' }]);
  // What is wrong with some of them does not make the others cost more.
  const before = counting.count();
  await setPlan(app, bob.id, { name: 'free', calls: null, max: { links: 110 } });
  const again = await addLinks(
    counting.app,
    bob,
    inputs.map((input, n) => ({ ...input, alias: n % 2 === 0 ? input.alias : `more-${n}` })),
  );
  const outcomes = Array.from(again, ([, each]) => (each instanceof Problem ? each.kind : 'added'));
  assert.equal(outcomes.filter((each) => each === 'added').length, 10);
  assert.equal(again.size, 100);
  assert.ok(counting.count() - before < 100, `${counting.count() - before} statements`);
});

testHop('passwords are hashed before the transaction that adds the links', async ({ app, ada }) => {
  const routes = batchRoutes(linkRoutes, addTogether);
  const links = [{ url, password: 'sesame' }, { url }, { url, password: 'x'.repeat(129) }, 7];
  const call = { app, viewer: ada, body: { links } } as unknown as Parameters<Endpoint['handle']>[0];
  const prepared = (await routes[0]?.prepare?.(call)) as { links: { password?: unknown }[] };
  assert.ok(prepared.links[0]?.password instanceof HashedPassword);
  assert.deepEqual(prepared.links[1], { url });
  for (const refused of prepared.links.slice(2)) assert.ok(refused instanceof Problem);
});

testHop('accepts between 1 and 100 links', async ({ asAda }) => {
  for (const links of [[], Array(101).fill({ url }), 'text', undefined])
    assert.equal((await asAda.api('POST', '/api/urls/add', { links })).status, 400);
  const { body } = await asAda.api('POST', '/api/urls/add', { links: Array(100).fill({ url }) });
  assert.equal(body.added, 100);
});

testHop('a repeated Idempotency-Key runs the request only once', async ({ asAda, ask, app, ada }) => {
  const headers = { authorization: await createAccessKey(app, ada.id), 'idempotency-key': 'import-7' };
  const send = () => ask({ method: 'POST', url: '/api/urls/add', headers, payload: { links: [{ url }] } });
  const [first, second] = [await send(), await send()];
  assert.equal(first.statusCode, 200);
  assert.deepEqual(second.json(), first.json());
  assert.equal(second.headers['idempotent-replayed'], 'true');
  assert.equal((await aliases(asAda)).length, 1);
});
