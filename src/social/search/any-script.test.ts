import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { test } from '../../../test/app.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { listArticles } from '../articles/reading.ts';
import { writeTerm } from '../glossary/terms.ts';
import { listTerms } from '../glossary/list-terms.ts';
import { searchPeople } from '../people/lists.ts';
import { publishPost } from '../posts/publishing.ts';
import { learnWords } from './learn-words.ts';
import { reindexPosts } from './reindex-posts.ts';
import { searchAll } from './search-all.ts';
import { suggest } from './find-names.ts';

const say = (app: App, author: Viewer, text: string) =>
  publishPost(app, author, { text, privacy: 'public', photos: [] });

const found = async (app: App, q: string) =>
  (await searchAll(app, undefined, { q, sort: 'newest' })).posts.map(({ text }) => text);

test('finds words with and without accents, in any Unicode form', async (app) => {
  const { ada } = await createWorld(app);
  const texts = [
    'Un café à Zürich',
    'A cafe in Zurich',
    'The cafe\u0301 of Łódź',
    'Straße nach Ａｔｈｅｎｓ',
    'Nước Mỹ',
  ];
  for (const text of texts) await say(app, ada, text);
  const cafes = [texts[2], texts[1], texts[0]];
  for (const q of ['cafe', 'café', 'CAFÉ', 'cafe\u0301']) assert.deepEqual(await found(app, q), cafes, q);
  assert.deepEqual(await found(app, '"un cafe"'), [texts[0]], 'a phrase matches without accents');
  assert.deepEqual(await found(app, 'zurich -café'), []);
  assert.deepEqual(await found(app, 'lodz'), [texts[2]]);
  assert.deepEqual(await found(app, 'strasse athens'), [texts[3]]);
  assert.deepEqual(await found(app, 'mỹ'), [texts[4]], 'a word with an accent is not a stop word');
  await learnWords(app);
  assert.deepEqual(await found(app, 'caf'), cafes, 'a prefix matches without accents');
  assert.deepEqual(await found(app, 'zür'), [texts[1], texts[0]]);
  assert.equal((await searchAll(app, undefined, { q: 'zurch' })).correctedTo, 'zurich');
});

test('finds words in scripts without spaces', async (app) => {
  const { ada } = await createWorld(app);
  const japanese = '昨日は東京タワーに行きました。';
  const other = '京東の本社';
  const test = 'これはテストです';
  const halfWidth = 'ｶﾞｯﾂでﾃｽﾄを通過';
  const chinese = '我喜欢在北京大学吃苹果。';
  const korean = '서울에서 김치를 먹었다';
  const thai = 'ฉันอยากกินข้าวผัดที่กรุงเทพ';
  for (const text of [japanese, other, test, halfWidth, chinese, korean, thai]) await say(app, ada, text);
  const cases: [string, string[]][] = [
    ['東京', [japanese]],
    ['京東', [other]],
    ['東京タワー', [japanese]],
    ['東京 タワー', [japanese]],
    ['東京に', []],
    ['"東京タワー"', [japanese]],
    ['東', [other, japanese]],
    ['東 -タワー', [other]],
    ['テスト', [halfWidth, test]],
    ['ﾃｽﾄ', [halfWidth, test]],
    ['北京', [chinese]],
    ['大学', [chinese]],
    ['苹果', [chinese]],
    ['서울', [korean]],
    ['김치', [korean]],
    ['ข้าว', [thai]],
    ['กรุงเทพ', [thai]],
    ['大阪', []],
    [`東京 from:${ada.username}`, [japanese]],
  ];
  for (const [q, texts] of cases) assert.deepEqual(await found(app, q), texts, q);
});

test('finds people, pages, terms, hashtags and articles in any script', async (app) => {
  const { ada, bob } = await createWorld(app);
  const name = { first_name: 'José', last_name: '山田太郎' };
  const jose = await addPerson(app, 'jose77');
  await app.db.updateTable('identity.account').set(name).where('id', '=', jose.id).execute();
  const now = app.clock.now();
  const page = { owner_id: ada.id, username: 'pinchos', title: 'Café Señor 東京都', created_at: now };
  await app.db.insertInto('social.page').values(page).execute();
  const content = { aliases: ['機械学習'], definition: 'Résumé of a thing', seeAlso: [], sets: [] };
  await writeTerm(app, { content: { ...content, name: 'Naïveté' }, editorId: ada.id });
  await say(app, ada, 'Bonjour #déjàvu');
  const article = {
    kind: 'article',
    title: '東京の café',
    text: 'Texte',
    privacy: 'public',
    photos: [],
  } as const;
  const post_id = await publishPost(app, ada, article);
  await app.db.insertInto('social.article').values({ post_id, words: 2, minutes: 1 }).execute();
  await learnWords(app);
  for (const q of ['jose', 'José', '山田', '太郎', '太郎 josé'])
    assert.deepEqual(
      (await searchAll(app, bob, { q })).people.map(({ id }) => id),
      [jose.id],
      q,
    );
  assert.deepEqual(
    (await searchPeople(app, bob, 'JOSE 太郎')).items.map(({ id }) => id),
    [jose.id],
  );
  assert.deepEqual(
    (await suggest(app, bob, '@josé')).people.map(({ id }) => id),
    [jose.id],
  );
  for (const q of ['cafe', 'senor', 'señor', '東京'])
    assert.equal((await searchAll(app, bob, { q })).pages.length, 1, q);
  for (const q of ['naivete', 'naïveté', 'resume', '学習'])
    assert.equal((await searchAll(app, bob, { q })).terms.length, 1, q);
  assert.equal((await listTerms(app, { words: 'naiv' })).items.length, 1);
  assert.equal((await listTerms(app, { words: '機械' })).items.length, 1);
  assert.deepEqual(
    (await suggest(app, bob, 'naï')).terms.map(({ name }) => name),
    ['Naïveté'],
  );
  assert.deepEqual(
    (await suggest(app, bob, '#deja')).tags.map(({ tag }) => tag),
    ['déjàvu'],
  );
  for (const words of ['東京', 'cafe', '"東京" or nothing', 'café -berlin'])
    assert.equal((await listArticles(app, bob, { words })).items.length, 1, words);
  assert.equal((await listArticles(app, bob, { words: 'cafe -東京' })).items.length, 0);
});

test('finds posts in the former index until a job reindexes them', async (app) => {
  const { ada } = await createWorld(app);
  const text = 'See tea.example/café';
  const post = await say(app, ada, text);
  const plain = await say(app, ada, 'A cottage');
  const former = sql<string>`setweight(to_tsvector('search.stemmed', text), 'B')`;
  await app.db.updateTable('social.post').set({ search: former }).where('id', '=', post).execute();
  await app.db.updateTable('social.search_progress').set({ old_index_to: plain }).execute();
  assert.deepEqual(await found(app, 'tea.example/café'), [text]);
  assert.deepEqual(await found(app, 'cottage'), ['A cottage']);
  assert.deepEqual(await found(app, 'cafe'), []);
  await learnWords(app);
  await app.db.deleteFrom('social.search_word').where('word', '=', 'cafe').execute();
  await reindexPosts(app);
  assert.deepEqual(await found(app, 'cafe'), [text]);
  assert.deepEqual(await found(app, 'tea.example/café'), [text]);
  const progress = await app.db.selectFrom('social.search_progress').select('old_index_to').execute();
  assert.deepEqual(progress, [{ old_index_to: '0' }]);
  assert.deepEqual(await found(app, 'caf'), [text], 'the new words are learned');
});

test('reindexes an edited post, and a long post fits the index', async (app) => {
  const { ada } = await createWorld(app);
  const post = await say(app, ada, 'Une crêpe');
  await app.db.updateTable('social.post').set({ text: '東京' }).where('id', '=', post).execute();
  assert.deepEqual(await found(app, 'crepe'), []);
  assert.deepEqual(await found(app, '東京'), ['東京']);
  const rare = Array.from({ length: 100_000 }, (_, n) =>
    String.fromCodePoint(0x20000 + ((n * 7919) % 40_000)),
  );
  const marks = `a${'\u0301\u0316\u0e38'.repeat(33_000)}`;
  for (const text of [rare.join(''), marks, '\ufdfa'.repeat(100_000)])
    await app.db
      .insertInto('social.post')
      .values({ author_id: ada.id, text, privacy: 'public', created_at: app.clock.now() })
      .execute();
  assert.equal((await found(app, rare.slice(100, 105).join(''))).length, 1);
});
