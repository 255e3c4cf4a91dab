import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { test } from '../../../test/app.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { block } from '../relationships/blocks.ts';
import { follow, unfollow } from '../relationships/follows.ts';
import { editPost } from '../posts/editing.ts';
import { publishPost } from '../posts/publishing.ts';
import { fanOut, fanOutRest } from './fan-out.ts';
import { purgeLists } from './ids/build-list.ts';
import { countNewer, getDiscover, getFeed, getTop, recordVisit } from './feed.ts';

const say = (app: App, author: Viewer, text: string, privacy: 'public' | 'friends' | 'me' = 'public') =>
  publishPost(app, author, { text, privacy, photos: [] });

const texts = async (app: App, viewer: Viewer) => (await getFeed(app, viewer)).items.map(({ text }) => text);

const entries = async (app: App, { id }: Viewer) =>
  (await app.db.selectFrom('social.feed_entry').where('account_id', '=', id).select('post_id').execute()).map(
    ({ post_id }) => post_id,
  );

test('shows a post in feeds before and after the fan-out job runs', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  for (const reader of [ada, carol]) await follow(app, reader, bob.id);
  await getFeed(app, ada);
  const id = await say(app, bob, 'Fresh');
  assert.deepEqual(await entries(app, ada), []);
  assert.deepEqual(await texts(app, ada), ['Fresh']);
  await fanOut(app, { id });
  assert.deepEqual(await entries(app, ada), [id]);
  assert.deepEqual(await entries(app, carol), [], 'a person who never opened the feed has no list');
  assert.deepEqual(await texts(app, ada), ['Fresh']);
  assert.deepEqual(await texts(app, carol), ['Fresh']);
  await fanOut(app, { id });
  assert.deepEqual(await texts(app, ada), ['Fresh']);
});

test('shows earlier posts of a followed person, and hides them after unfollowing', async (app) => {
  const { ada, bob, carol, olga } = await createWorld(app);
  for (const followed of [carol, olga]) await follow(app, ada, followed.id);
  await say(app, bob, 'Old');
  await say(app, carol, 'Newer');
  await fanOutRest(app);
  assert.deepEqual(await texts(app, ada), ['Newer']);
  await follow(app, ada, bob.id);
  assert.deepEqual(await texts(app, ada), ['Newer', 'Old']);
  await unfollow(app, ada, bob.id);
  assert.deepEqual(await texts(app, ada), ['Newer']);
  await block(app, carol, ada.id);
  assert.deepEqual(await texts(app, ada), []);
});

test('muted, suspended and private posts leave a feed immediately and return as quickly', async (app) => {
  const { ada, bob } = await createWorld(app);
  await follow(app, ada, bob.id);
  await getFeed(app, ada);
  const id = await say(app, bob, 'Here');
  await fanOutRest(app);
  const now = app.clock.now();
  await app.db
    .insertInto('social.mute')
    .values({ muter_id: ada.id, muted_id: bob.id, created_at: now })
    .execute();
  assert.deepEqual(await texts(app, ada), []);
  assert.deepEqual((await getDiscover(app, ada)).items, []);
  await app.db.deleteFrom('social.mute').execute();
  assert.deepEqual(await texts(app, ada), ['Here']);
  const suspend = (suspended_at: Date | null) =>
    app.db.updateTable('identity.account').set({ suspended_at }).where('id', '=', bob.id).execute();
  await suspend(now);
  await app.db.updateTable('social.feed').set({ built: '-1' }).execute();
  assert.deepEqual(await texts(app, ada), []);
  await suspend(null);
  assert.deepEqual(await texts(app, ada), ['Here']);
  await editPost(app, bob, id, { text: 'Here', privacy: 'me', alts: new Map() });
  assert.deepEqual(await texts(app, ada), []);
  await purgeFeeds(app);
  assert.deepEqual(await texts(app, ada), []);
  await editPost(app, bob, id, { text: 'Here', privacy: 'public', alts: new Map() });
  assert.deepEqual(
    await texts(app, ada),
    ['Here'],
    'a post that is public again is added to lists without it',
  );
});

test('posts of celebrity accounts are in no stored list but in every feed', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const few = { ...app, config: { ...app.config, FEED_FAN_OUT_LIMIT: 1 } };
  for (const reader of [ada, carol]) await follow(few, reader, bob.id);
  await follow(few, ada, carol.id);
  await getFeed(few, ada);
  const star = await say(few, bob, 'To all');
  await say(few, carol, 'To one');
  await fanOutRest(few);
  assert.ok(!(await entries(few, ada)).includes(star));
  assert.deepEqual(await texts(few, ada), ['To one', 'To all']);
  await app.db
    .updateTable('identity.account')
    .set({ suspended_at: app.clock.now() })
    .where('id', '=', bob.id)
    .execute();
  assert.deepEqual(await texts(few, ada), ['To one']);
});

test('shows posts of liked pages by any author', async (app) => {
  const { ada, bob } = await createWorld(app);
  const now = app.clock.now();
  const { id: pageId } = await app.db
    .insertInto('social.page')
    .values({ owner_id: bob.id, username: 'bakery', title: 'Bakery', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await publishPost(app, bob, { text: 'Rolls', privacy: 'public', photos: [], pageId });
  const like = { page_id: pageId, account_id: ada.id, created_at: now };
  await app.db.insertInto('social.page_like').values(like).execute();
  const first = await getFeed(app, ada);
  assert.equal(first.isFilled, false);
  await publishPost(app, bob, { text: 'Bread', privacy: 'public', photos: [], pageId });
  assert.deepEqual(await texts(app, ada), ['Bread', 'Rolls']);
  await fanOutRest(app);
  assert.deepEqual(await texts(app, ada), ['Bread', 'Rolls']);
  await app.db.updateTable('social.page').set({ suspended_at: now }).execute();
  assert.deepEqual(await texts(app, ada), []);
  await app.db.updateTable('social.page').set({ suspended_at: null }).execute();
  await app.db.deleteFrom('social.page_like').execute();
  await follow(app, ada, bob.id);
  assert.deepEqual(await texts(app, ada), [], 'followers of an author do not get posts of the page');
});

test('the feed continues beyond a short stored list, even when new posts arrive', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const short = { ...app, config: { ...app.config, FEED_LENGTH: 25 } };
  const dan = await addPerson(app, 'dan');
  for (const author of [bob, carol, dan]) await follow(app, ada, author.id);
  const authors = [bob, carol, dan, bob, bob];
  const write = (n: number, from = 0) =>
    app.db
      .insertInto('social.post')
      .values(
        Array.from({ length: n }, (_, i) => ({
          author_id: authors[(from + i) % authors.length]?.id ?? '',
          text: `${from + i}`,
          privacy: 'public',
          created_at: app.clock.now(),
        })),
      )
      .execute();
  await write(60);
  const seen: string[] = [];
  let before: string | undefined;
  for (let page = 0; page < 10; page += 1) {
    const part = await getFeed(short, ada, { before });
    seen.push(...part.items.map(({ text }) => text));
    await write(3, 1000 + page * 3);
    if (page % 2 === 0) await fanOutRest(short);
    before = part.next;
    if (before === undefined) break;
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 60 }, (_, i) => `${59 - i}`),
  );
});

test('ranks the best recent posts first, in the same order on all pages', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  await follow(app, ada, bob.id);
  const said: string[] = [];
  for (let n = 0; n < 22; n += 1) said.push(await say(app, bob, `${n}`));
  const praise = (id: string, n: number) =>
    app.db
      .insertInto('social.tally')
      .values({ subject: 'post', subject_id: id, kind: 'like', slot: 0, n })
      .execute();
  await praise(said[3] ?? '', 9);
  const first = await getTop(app, ada);
  assert.deepEqual([first.items[0]?.text, first.items[1]?.text], ['3', '21']);
  await praise(said[0] ?? '', 99);
  await say(app, bob, 'Newer');
  const second = await getTop(app, ada, { ranking: first.ranking, page: 1 });
  assert.deepEqual(
    second.items.map(({ text }) => text),
    ['1', '0'],
  );
  assert.equal(second.hasMore, false);
  assert.notEqual(
    (await getTop(app, carol, { ranking: first.ranking })).ranking,
    first.ranking,
    'a ranking belongs to one person',
  );
  app.clock.turn(3 * 60_000);
  assert.equal((await getTop(app, ada)).items[0]?.text, '0');
  await follow(app, ada, carol.id);
  await unfollow(app, ada, bob.id);
  assert.deepEqual((await getTop(app, ada, { ranking: first.ranking })).items, []);
});

test('a returning person resumes where they left off until their next visit', async (app) => {
  const { ada, bob } = await createWorld(app);
  await follow(app, ada, bob.id);
  const visit = async () => {
    const feed = await getFeed(app, ada);
    return recordVisit(app, ada.id, feed.items[0]?.id, feed.visit);
  };
  const seen = await say(app, bob, 'Seen');
  assert.equal(await visit(), undefined);
  const newPost = await say(app, bob, 'News');
  await say(app, ada, 'My own');
  assert.equal(await countNewer(app, ada, seen), 1, 'own posts do not count as new');
  app.clock.turn(3_600_000);
  assert.equal(await visit(), seen);
  app.clock.turn(60_000);
  assert.equal(await visit(), seen, 'loading the page again changes nothing');
  app.clock.turn(3_600_000);
  assert.ok(BigInt((await visit()) ?? 0) > BigInt(newPost));
});

testPlaza(
  'the front page marks new posts, announces newer ones, and ranks the top feed',
  async ({ app, plaza, ada, bob }) => {
    await follow(app, ada, bob.id);
    const seen = await say(app, bob, 'Seen before');
    await plaza.page(ada, '/');
    app.clock.turn(3_600_000);
    await say(app, bob, 'Brand new');
    const page = (await plaza.page(ada, '/')).text;
    assert.match(page, /Brand new[^]*New since your last visit[^]*Seen before/);
    assert.match((await plaza.page(ada, `/feed/news?after=${seen}&seen=0`)).text, /1 new post</);
    assert.equal((await plaza.page(ada, `/feed/news?after=${seen}&seen=1`)).text, '');
    assert.match((await plaza.page(ada, '/?sort=top')).text, /Brand new[^]*Seen before/);
    const older = await plaza.api(ada, 'GET', `/apis/php/data/load?get=newsfeed&before=${BigInt(seen) + 1n}`);
    assert.equal((older.body.data as unknown[]).length, 1);
    const top = await plaza.api(ada, 'GET', '/apis/php/feed/top');
    assert.equal((top.body.data as unknown[]).length, 2);
  },
);

const purgeFeeds = (app: App) =>
  purgeLists({ ...app, clock: { now: () => new Date(app.clock.now().getTime() + 30 * 86_400_000) } });
