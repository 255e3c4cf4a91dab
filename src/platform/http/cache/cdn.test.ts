import assert from 'node:assert/strict';
import { testWithDatabase } from '../../../../test/app.ts';
import { type Receiver, startReceiver } from '../../../../test/peers/receiver.ts';
import { createWorld } from '../../../../test/world.ts';
import { suspendAccount } from '../../../identity/people/suspend-account.ts';
import { webhookSignature } from '../../../kernel/secrets.ts';
import { addComment } from '../../../social/comments/comments.ts';
import { deletePost } from '../../../social/posts/deleting.ts';
import { publishPost } from '../../../social/posts/publishing.ts';
import type { App } from '../../app.ts';
import { ConfigError, loadConfig } from '../../settings/config.ts';
import { cdnHeaders, followCdn, isOfAnyone, purgeChanged } from './cdn.ts';
import { test } from 'node:test';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const settings = { CDN: 'headers', CDN_PURGE_URL: 'https://cdn.example/', CDN_PURGE_TOKEN: secret } as const;

const withCdn = (app: App, url: string, more: Partial<App['config']> = {}): App => ({
  ...app,
  config: { ...app.config, ...settings, CDN_PURGE_URL: url, ...more },
});

/** The keys of the purges since the last call. */
async function purged(app: App, { received }: Receiver): Promise<string[]> {
  await purgeChanged(app);
  return received
    .splice(0)
    .flatMap(({ body }) => (JSON.parse(body) as { keys: string[] }).keys)
    .toSorted();
}

testWithDatabase('tells a CDN what changed, however it changed', async (open) => {
  const receiver = await startReceiver();
  const app = withCdn(open.app, receiver.url);
  try {
    const { olga, ada, bob } = await createWorld(app);
    const say = (text: string, privacy: 'public' | 'friends' = 'public') =>
      publishPost(app, ada, { text, privacy, photos: [] });
    const before = await say('Before there was a CDN');
    await purgeChanged(app);
    assert.deepEqual(receiver.received, [], 'nothing is stored without a CDN');

    await followCdn(app);
    assert.deepEqual(await purged(app, receiver), ['site']);
    const id = await say('Hello');
    assert.deepEqual(await purged(app, receiver), ['lists', 'person-ada', `post-${id}`]);
    await say('For friends', 'friends');
    assert.deepEqual(await purged(app, receiver), []);
    await addComment(app, bob, id, 'Welcome');
    assert.deepEqual(await purged(app, receiver), [`post-${id}`]);
    const change = (changed: { text?: string; privacy?: string; held_at?: Date }) =>
      app.db.updateTable('social.post').set(changed).where('id', '=', id).execute();
    await change({ text: 'Hello all' });
    assert.deepEqual(await purged(app, receiver), [`post-${id}`]);
    await change({ held_at: app.clock.now() });
    assert.deepEqual(await purged(app, receiver), ['lists', 'person-ada', `post-${id}`]);
    await change({ privacy: 'me' });
    assert.deepEqual(await purged(app, receiver), ['lists', 'person-ada', `post-${id}`]);
    await deletePost(app, ada, before);
    assert.ok((await purged(app, receiver)).includes(`post-${before}`));
    await suspendAccount(app, olga, bob.id);
    assert.deepEqual(await purged(app, receiver), ['lists', 'person-bob']);
    await app.db
      .updateTable('identity.account')
      .set({ username: 'Adele' })
      .where('id', '=', ada.id)
      .execute();
    assert.deepEqual(await purged(app, receiver), ['lists', 'person-ada', 'person-adele']);
    await app.db.updateTable('identity.account').set({ last_seen_at: app.clock.now() }).execute();
    assert.deepEqual(await purged(app, receiver), []);

    await followCdn({ ...app, config: { ...app.config, CDN: 'none' } });
    await say('Without a CDN again');
    assert.deepEqual(await app.db.selectFrom('system.page_purge').selectAll().execute(), []);
  } finally {
    receiver.close();
  }
});

testWithDatabase('repeats a purge that failed, in the format of the CDN', async (open) => {
  const receiver = await startReceiver();
  const app = withCdn(open.app, receiver.url);
  try {
    await followCdn(app);
    receiver.answers.push(503);
    await assert.rejects(purgeChanged(app), /answered 503/);
    await purgeChanged(app);
    const [first, second] = receiver.received.splice(0);
    assert.equal(second?.body, '{"type":"pages.changed","keys":["site"]}');
    assert.equal(first?.body, second.body);
    const { headers, body } = second;
    assert.equal(
      headers['webhook-signature'],
      webhookSignature(secret, String(headers['webhook-id']), Number(headers['webhook-timestamp']), body),
    );
    assert.equal(headers['surrogate-key'], 'site');

    for (const [cdn, sent, header, value] of [
      ['fastly', { surrogate_keys: ['site'] }, 'fastly-key', 'token'],
      ['cloudflare', { tags: ['site'] }, 'authorization', 'Bearer token'],
    ] as const) {
      const other = withCdn(open.app, receiver.url, { CDN: cdn, CDN_PURGE_TOKEN: 'token' });
      await followCdn(other);
      await purgeChanged(other);
      const [request] = receiver.received.splice(0);
      assert.deepEqual([JSON.parse(request?.body ?? ''), request?.headers[header]], [sent, value]);
    }

    await followCdn(app);
    app.clock.now = () => new Date(Date.now() + 3_600_000);
    await purgeChanged(app);
    assert.deepEqual(receiver.received, [], 'the CDN has forgotten the pages by itself');
  } finally {
    receiver.close();
  }
});

const of = (cdn: 'headers' | 'fastly' | 'cloudflare') =>
  ({ ...settings, CDN: cdn, CDN_CACHE_SECONDS: 60, plazaUrl: 'https://plaza.example' }) as const;

test('names what a page shows in the headers that each CDN reads', () => {
  const text =
    '<a href="/@Ada">Ada</a> <a href="https://plaza.example/posts/12">1</a> <a href="/questions/7/how">2</a> <a href="/pages/News">3</a>';
  assert.deepEqual(cdnHeaders(of('headers'), '/', text), {
    'cache-control': 'public, no-cache',
    'surrogate-control': 'max-age=60',
    'surrogate-key': 'site lists person-ada post-12 post-7 page-news',
    'cdn-cache-control': 'max-age=60',
    'cache-tag': 'site,lists,person-ada,post-12,post-7,page-news',
  });
  assert.deepEqual(cdnHeaders(of('fastly'), '/posts/9', ''), {
    'cache-control': 'public, no-cache',
    'surrogate-control': 'max-age=60',
    'surrogate-key': 'site post-9',
  });
  assert.deepEqual(cdnHeaders(of('cloudflare'), '/sitemap.xml', '', 'public, max-age=600'), {
    'cache-control': 'public, max-age=600',
    'cdn-cache-control': 'max-age=60',
    'cache-tag': 'site,lists',
  });
  assert.deepEqual(cdnHeaders(of('headers'), '/', '', 'private, no-store'), {});
  const many = Array.from({ length: 500 }, (_, n) => `/posts/${n}`).join(' ');
  assert.deepEqual(cdnHeaders(of('headers'), '/', many), {}, 'a page that shows too much is not stored');
});

test('stores only what the request of anyone gets', () => {
  assert.ok(isOfAnyone({}));
  assert.ok(isOfAnyone({ accept: 'text/html', 'accept-language': 'de' }));
  for (const headers of [
    { cookie: 'theme=dark' },
    { accept: 'text/markdown' },
    { origin: 'https://a.example' },
  ])
    assert.ok(!isOfAnyone(headers), JSON.stringify(headers));
});

test('refuses settings that would leave deleted posts in a CDN', () => {
  for (const environment of [
    { CDN: 'fastly' },
    { ...settings, CDN_PURGE_TOKEN: 'short' },
    { ...settings, CDN_PURGE_URL: 'not a URL' },
    { ...settings, PAGE_CACHE_MIB: '0' },
  ])
    assert.throws(() => loadConfig({ SECRET_KEY: '5e'.repeat(32), ...environment }), ConfigError);
  assert.equal(loadConfig({ SECRET_KEY: '5e'.repeat(32), ...settings }).CDN, 'headers');
});
