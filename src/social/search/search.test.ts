import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { test } from '../../../test/app.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { addForum, addSection } from '../forums/forums.ts';
import { addReply, startThread } from '../forums/threads/posting.ts';
import { acceptAnswer, addAnswer } from '../questions/answers.ts';
import { askQuestion } from '../questions/questions.ts';
import { block } from '../relationships/blocks.ts';
import { publishPost } from '../posts/publishing.ts';
import { suggest } from './find-names.ts';
import { findPosts } from './find-posts.ts';
import { learnWords } from './learn-words.ts';
import { searchAll, type SearchRequest } from './search-all.ts';

const say = (app: App, author: Viewer, text: string, privacy: 'public' | 'friends' | 'me' = 'public') =>
  publishPost(app, author, { text, privacy, photos: [] });

const found = async (app: App, viewer: Viewer | undefined, q: string, wanted: Partial<SearchRequest> = {}) =>
  (await searchAll(app, viewer, { q, ...wanted })).posts.map(({ text }) => text);

test('finds visible posts by words, phrases, excluded words and word stems', async (app) => {
  const { ada, bob } = await createWorld(app);
  await say(app, ada, 'Baking rye bread');
  await say(app, ada, 'Bread of rye, secretly', 'me');
  await say(app, ada, 'Bread made of wheat and rye');
  await say(app, ada, 'Rye for friends', 'friends');
  assert.deepEqual(await found(app, bob, 'rye breads'), ['Baking rye bread', 'Bread made of wheat and rye']);
  assert.deepEqual(await found(app, undefined, '"rye bread"'), ['Baking rye bread']);
  assert.deepEqual(await found(app, bob, 'rye -wheat'), ['Baking rye bread']);
  assert.equal((await found(app, ada, 'rye')).length, 4);
  await block(app, bob, ada.id);
  assert.deepEqual(await found(app, bob, 'rye'), []);
  assert.deepEqual((await searchAll(app, bob, { q: 'ada' })).people, []);
});

test('ranks titles above texts, and sorts by newest on request', async (app) => {
  const { ada } = await createWorld(app);
  const write = (title: string, text: string) =>
    publishPost(app, ada, { kind: 'article', title, text, privacy: 'public', photos: [] });
  await write('Sourdough', 'Flour and water.');
  await write('Bread', 'About sourdough and what else there is.');
  const titles = async (sort: 'relevance' | 'newest') =>
    (await searchAll(app, undefined, { q: 'sourdough', sort })).articles.map(({ title }) => title);
  assert.deepEqual(await titles('relevance'), ['Sourdough', 'Bread']);
  assert.deepEqual(await titles('newest'), ['Bread', 'Sourdough']);
});

test('matches the last word as a prefix and corrects a mistyped one', async (app) => {
  const { ada, bob } = await createWorld(app);
  await say(app, ada, 'Photography for beginners #photowalk');
  await say(app, ada, 'A secret xylophone', 'friends');
  assert.equal((await found(app, bob, 'photogr')).length, 1, 'a prefix matches before words are indexed');
  await learnWords(app);
  assert.equal((await found(app, bob, 'photogr')).length, 1, 'a prefix matches after words are indexed');
  assert.equal((await found(app, bob, 'for beg')).length, 1);
  const mistyped = await searchAll(app, bob, { q: 'photograpy' });
  assert.equal(mistyped.correctedTo, 'photography');
  assert.equal(mistyped.posts.length, 1);
  assert.equal(
    (await searchAll(app, bob, { q: 'xylofone' })).correctedTo,
    undefined,
    'words of private posts are not suggested',
  );
  assert.deepEqual((await searchAll(app, bob, { q: 'photo' })).tags, [{ tag: 'photowalk', posts: 1 }]);
  await learnWords(app);
  assert.equal((await searchAll(app, bob, { q: 'photo' })).tags[0]?.posts, 1, 'each post counts once');
});

test('corrects only those of several words that occur in no visible content', async (app) => {
  const { ada, bob } = await createWorld(app);
  await say(app, ada, 'Photography in Lissabon');
  await say(app, ada, 'Zither and photography, for friends of Lisbon', 'friends');
  await learnWords(app);
  await say(app, bob, 'Lisbonne and photography');
  const corrected = async (viewer: Viewer | undefined, q: string) =>
    (await searchAll(app, viewer, { q })).correctedTo;
  assert.equal(await corrected(undefined, 'photograpy lisabon'), 'photography lissabon');
  assert.equal(
    await corrected(bob, 'photograpy lisbonne'),
    'photography lisbonne',
    'a word that is not indexed yet is not corrected',
  );
  assert.equal(
    await corrected(ada, 'photograpy zither'),
    'photography zither',
    'a word visible to the viewer is not corrected',
  );
  assert.equal(await corrected(undefined, 'photograpy from:ada'), 'photography');
});

test('corrects to the next similar word if the first has no visible results', async (app) => {
  const { ada, bob } = await createWorld(app);
  await say(app, ada, 'Marble');
  await say(app, ada, 'More marble');
  await say(app, bob, 'Marvel');
  await learnWords(app);
  assert.equal((await searchAll(app, bob, { q: 'marbel' })).correctedTo, 'marble');
  await block(app, bob, ada.id);
  assert.equal((await searchAll(app, bob, { q: 'marbel' })).correctedTo, 'marvel');
});

test('filters by author, hashtag, kind and time', async (app) => {
  const { ada, bob } = await createWorld(app);
  await say(app, ada, 'Early bread');
  app.clock.set(new Date('2026-05-01T00:00:00Z'));
  await say(app, bob, 'Late bread #rye');
  await publishPost(app, bob, {
    kind: 'article',
    title: 'Bread',
    text: 'Loaves',
    privacy: 'public',
    photos: [],
  });
  assert.deepEqual(await found(app, undefined, 'bread from:ada'), ['Early bread']);
  assert.deepEqual(await found(app, undefined, 'from:bob'), ['Late bread #rye']);
  assert.deepEqual(await found(app, undefined, 'bread from:nobody'), []);
  assert.deepEqual(await found(app, undefined, 'bread #rye'), ['Late bread #rye']);
  assert.deepEqual(await found(app, undefined, 'bread before:2026-05'), ['Early bread']);
  assert.deepEqual(await found(app, undefined, 'bread after:2026-05'), ['Late bread #rye']);
  assert.deepEqual(await found(app, undefined, 'bread after:2027'), []);
  assert.equal((await searchAll(app, undefined, { q: 'bread type:articles' })).articles.length, 1);
  assert.deepEqual(await found(app, undefined, 'bread type:articles'), []);
});

test('filters by forum and by solved questions', async (app) => {
  const { olga, ada, bob } = await createWorld(app);
  const sectionId = await addSection(app, olga, 'Home');
  const at = { sectionId, parentId: null, description: '' };
  const garden = await addForum(app, olga, { ...at, title: 'Garden' });
  assert.deepEqual((await suggest(app, undefined, 'gär')).forums, [{ id: garden, title: 'Garden' }]);
  const kitchen = await addForum(app, olga, { ...at, title: 'Kitchen' });
  const start = (forumId: string, title: string) =>
    startThread(app, ada, { forumId, title, text: `${title} and bread`, follows: false });
  const [roses, tulips] = [await start(garden, 'Roses'), await start(garden, 'Tulips')];
  await start(kitchen, 'Rolls');
  const reply = await addReply(app, bob, { threadId: roses, text: 'Bread for birds', follows: false });
  await publishPost(app, ada, { text: 'Bread', privacy: 'public', photos: [] });
  const ask = (title: string) => askQuestion(app, ada, { title, text: `${title} For bread.`, tags: '' });
  const [solved] = [await ask('Which bread?'), await ask('Which oven?')];
  await acceptAnswer(app, ada, await addAnswer(app, bob, solved, 'Rye.'));
  const find = async (q: string) => {
    const { posts, articles, threads, questions } = await searchAll(app, bob, { q, sort: 'newest' });
    return [posts, articles, threads, questions].map((found) => found.map(({ id }) => id));
  };
  assert.deepEqual(await find('in:Garden'), [[], [], [tulips, roses], []]);
  assert.deepEqual(await find('bread in:Garden'), [[], [], [reply, tulips, roses], []]);
  assert.deepEqual(await find('bread is:solved'), [[], [], [], [solved]]);
  await block(app, bob, ada.id);
  assert.deepEqual(await find('in:Garden'), [[], [], [], []]);
});

test('finds people by parts of their names and by similar names', async (app) => {
  const { ada, bob } = await createWorld(app);
  await addPerson(app, 'katherine');
  const names = async (q: string, viewer?: Viewer) =>
    (await searchAll(app, viewer, { q })).people.map(({ username }) => username);
  assert.deepEqual(await names('@kath', ada), ['katherine']);
  assert.deepEqual(await names('katherin test', ada), ['katherine']);
  assert.deepEqual(await names('kathrine', ada), ['katherine']);
  const hidden = { privacy: JSON.stringify({ listed: false }) };
  await app.db.updateTable('identity.account').set(hidden).where('id', '=', bob.id).execute();
  assert.deepEqual(await names('bob'), []);
  assert.deepEqual(await names('bob', ada), ['bob']);
});

test('ranks an exact username first among many with the same prefix', async (app) => {
  await sql`insert into identity.account (username, email, password_hash, first_name, last_name, registered_at, activated_at)
    select 'robin' || i, 'robin' || i || '@example.org', '', 'Robin', 'Many', now(), now() from generate_series(1, 400) as i`.execute(
    app.db,
  );
  const robin = await addPerson(app, 'robin');
  const { people } = await searchAll(app, undefined, { q: 'robin' });
  assert.equal(people[0]?.id, robin.id);
});

test('finds common words in the newest slices, and rare ones anywhere', async (app) => {
  const { ada } = await createWorld(app);
  const rows = [
    [5_000_000, 'apple pear'],
    [9_000_000, 'apple'],
    [9_005_000, 'apple'],
    [9_005_001, 'apple'],
  ] as const;
  for (const [id, text] of rows)
    await sql`insert into social.post (id, author_id, text, privacy, created_at) overriding system value
      values (${id}, ${ada.id}, ${text}, 'public', ${app.clock.now()})`.execute(app.db);
  const search = (words: string, limit: number) =>
    findPosts(app, undefined, { words, limit, group: 'post', sort: 'newest' });
  assert.deepEqual(await search(`'appl'`, 3), ['9005001', '9005000', '9000000']);
  assert.deepEqual(await search(`'appl'`, 10), ['9005001', '9005000', '9000000', '5000000']);
  assert.deepEqual(await search(`'pear'`, 10), ['5000000']);
});

testPlaza(
  'the page and the API return the same results and reject invalid queries',
  async ({ app, plaza, ada }) => {
    for (let n = 0; n < 25; n += 1)
      await app.db
        .insertInto('social.post')
        .values({ author_id: ada.id, text: `Loaf ${n} <b>`, privacy: 'public', created_at: app.clock.now() })
        .execute();
    const all = await plaza.api(ada, 'GET', '/apis/php/search?q=loaf');
    assert.equal(all.status, 200);
    const data = all.body.data as { posts: { text: string }[]; counts: { posts: number } };
    assert.equal(data.posts.length, 4);
    assert.equal(data.counts.posts, 25);
    const newest = '/apis/php/search?q=loaf&type=posts&sort=newest';
    const first = await plaza.api(ada, 'GET', newest);
    const second = await plaza.api(
      ada,
      'GET',
      `${newest}&after=${String((first.body as { next_cursor?: string }).next_cursor)}`,
    );
    assert.deepEqual(
      (second.body.data as typeof data).posts.map(({ text }) => text),
      ['Loaf 4 <b>', 'Loaf 3 <b>', 'Loaf 2 <b>', 'Loaf 1 <b>', 'Loaf 0 <b>'],
    );
    assert.equal(second.body.has_more, false);
    assert.equal((await plaza.api(ada, 'GET', '/apis/php/search')).status, 400);
    assert.equal((await plaza.api(ada, 'GET', '/apis/php/search?q=a&type=cats')).status, 400);
    const page = await plaza.page(undefined, '/search?q=loaf');
    assert.match(page.text, /Loaf 24 &lt;b&gt;[^]*All posts found/);
    assert.match((await plaza.page(undefined, '/search?q=%22*:%26|!(%27')).text, /No results for/);
    const suggestions = (await plaza.page(ada, '/search/suggest?q=ad')).text;
    assert.match(suggestions, /role="option"[^>]*data-href="\/@ada"/);
    assert.doesNotMatch(suggestions, /<html/);
    const actions = (await plaza.page(ada, '/palette')).text;
    for (const [, path = ''] of actions.matchAll(/data-href="([^"]*)"/g))
      assert.ok((await plaza.page(ada, path)).status < 400, path);
    assert.doesNotMatch((await plaza.page(undefined, '/palette')).text, /settings|operator/);
  },
);
