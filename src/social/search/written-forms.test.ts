import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import { createGroup } from '../chat/conversations/conversations.ts';
import { sendMessage } from '../chat/messages/messages.ts';
import { searchMessages } from '../chat/messages/search.ts';
import { connect } from '../relationships/connect.ts';
import { searchPeople } from '../people/lists.ts';
import { writeTerm } from '../glossary/terms.ts';
import { listTerms } from '../glossary/list-terms.ts';
import { listArticles } from '../articles/reading.ts';
import { searchAll } from './search-all.ts';
import { suggest } from './find-names.ts';

/** A text, a query, and whether the query finds the text among posts and among messages. */
const rows: [text: string, query: string, isFound: boolean][] = [
  // Punctuation and symbols
  ['say “quibble” now', 'quibble', true],
  ['say “quibble” now', '“quibble”', true],
  ['«quibble»', 'quibble', true],
  ['„quibble“', 'quibble', true],
  ['‹quibble›', 'quibble', true],
  ['before—quibble—after', 'quibble', true],
  ['before–quibble', 'quibble', true],
  ['before…quibble', 'quibble', true],
  ['¿quibble?', 'quibble', true],
  ['¡quibble!', 'quibble', true],
  ['•quibble', 'quibble', true],
  ['5€quibble', 'quibble', true],
  ['€quibble→other', 'quibble', true],
  ['「quibble」', 'quibble', true],
  ['【quibble】、other', 'quibble', true],
  ['quibble，other', 'quibble', true],
  ['quibble،other؟', 'quibble', true],
  ['Quibble™ and Quibble®', 'quibble', true],
  ['Quibble™ today', 'Quibble™', true],
  ['l’hôtel', 'hotel', true],
  ["l'hôtel", 'l’hotel', true],
  ['quibble।', 'quibble', true],
  // Emoji
  ['🎉quibble🎉', 'quibble', true],
  ['so 🎉 much', '🎉', true],
  ['so🎉🎉much', '🎉', true],
  ['so 👩‍💻 much', '👩‍💻', true],
  ['so 👍🏽 much', '👍', true],
  ['so ❤️ much', '❤', true],
  ['from 🇩🇪 home', '🇩🇪', true],
  ['from 🇩🇪 home', '🇫🇷', false],
  ['so 🎉 much', '🎂', false],
  // Characters that nobody sees
  ['\u200fquibble\u200f', 'quibble', true],
  ['quibble', '\u200equibble\u202c', true],
  ['other\u200bquibble', 'quibble', true],
  ['\ufeffquibble', 'quibble', true],
  ['other\u00a0quibble', 'quibble', true],
  ['quib\u00adble', 'quibble', true],
  ['quib\u2060ble', 'quibble', true],
  // Apostrophes
  ["they can't stop", 'can’t', true],
  ['they can’t stop', "can't", true],
  ['they cannot stop', "can't", false],
  ["Ada's quibble", 'Ada’s', true],
  ["Ada's quibble", 'ada', true],
  ['O’Brien', "o'brien", true],
  ['м’ята', "м'ята", true],
  ['мʼята', 'м’ята', true],
  // Names with symbols
  ['calls of AT&T today', 'at&t', true],
  ['calls of AT＆T today', 'AT&T', true],
  ['a Q&A today', 'Q&A', true],
  ['written in C++ today', 'c++', true],
  ['written in C# today', 'c#', true],
  ['the .NET runtime', '.net', true],
  ['the ASP.NET runtime', '.NET', true],
  ['be #1 today', '#1', true],
  ['the node.js runtime', 'node.js', true],
  ['the node.js runtime', 'node', true],
  ['a node of some js', 'node.js', false],
  ['a well-known thing', 'known', true],
  ['a well-known thing', 'well-known', true],
  ['a well‑known thing', 'known', true],
  ['a how-to guide', 'how-to', true],
  ['a well–known thing', 'well-known', true],
  ['a well known thing', 'well-known', true],
  ['a thing known well', 'well-known', false],
  ['a state-of-the-art thing', 'state-of-the-art', true],
  ['tea/coffee', 'coffee', true],
  ['tea/coffee', 'tea/coffee', true],
  ['a snake_case_name', 'case', true],
  ['a snake_case_name', 'snake_case', true],
  ['mail to ada@quibble.example', 'ada@quibble.example', true],
  ['mail to ada@quibble.example', 'quibble', true],
  ['see https://www.quibble.example/a_b/tea?x=1', 'quibble', true],
  ['see https://www.quibble.example/a_b/tea?x=1', 'quibble.example', true],
  ['see https://www.quibble.example/a_b/tea?x=1', 'https://www.quibble.example/a_b/tea?x=1', true],
  ['see https://www.quibble.example/a_b/tea?x=1', 'tea', true],
  ['<b>quibble</b>', 'quibble', true],
  ['covid-19 cases', 'covid', true],
  // Numbers
  ['1,000,000 people', '1,000,000', true],
  ['1,000,000 people', '1000000', true],
  ['1.234.567 people', '1.234.567', true],
  ['about 3.14 meters', '3.14', true],
  ['about 3,14 meters', '3,14', true],
  ['on 2026-03-01', '2026-03-01', true],
  ['-273 degrees', '273', true],
  ['١٢٣ كتاب', '123', true],
  // Forms of a letter
  ['Ｑｕｉｂｂｌｅ', 'quibble', true],
  ['quibble', 'ｑｕｉｂｂｌｅ', true],
  ['ﬁnal oﬃce', 'office', true],
  ['Straße', 'STRASSE', true],
  ['strasse', 'Straße', true],
  ['STRAẞE', 'straße', true],
  ['İSTANBUL', 'istanbul', true],
  ['Istanbul', 'ıstanbul', true],
  ['istanbul', 'İstanbul', true],
  ['Việt Nam', 'Việt'.normalize('NFD'), true],
  ['Việt Nam'.normalize('NFD'), 'viet', true],
  ['đường', 'duong', true],
  ['ΛΟΓΟΣ', 'λόγος', true],
  ['λόγος', 'ΛΟΓΟΣ', true],
  ['ПРИВЕТ мир', 'привет', true],
  ['ёлка', 'Елка', true],
  ['за\u0301мок', 'замок', true],
  ['𝐪𝐮𝐢𝐛𝐛𝐥𝐞', 'quibble', true],
  // Arabic, Persian and Hebrew
  ['مُحَمَّدٌ', 'محمد', true],
  ['محمد', 'مُحَمَّد', true],
  ['إسلام', 'اسلام', true],
  ['آداب', 'اداب', true],
  ['مستشفى', 'مستشفي', true],
  ['مدرسة', 'مدرسه', true],
  ['شـــمس', 'شمس', true],
  ['می\u200cخواهم', 'می\u200cخواهم', true],
  ['می\u200cخواهم', 'میخواهم', true],
  ['میخواهم', 'می\u200cخواهم', true],
  ['كتاب', 'کتاب', true],
  ['שָׁלוֹם', 'שלום', true],
  ['צה״ל', 'צה"ל', true],
  ['בית־ספר', 'ספר', true],
  // Scripts of India: marks and joiners are part of a word
  ['हिन्दी भाषा', 'हिन्दी', true],
  ['हिन्दी भाषा', 'हिन', false],
  ['ක්\u200dරම', 'ක්රම', true],
  ['தமிழ்', 'தமிழ்', true],
  ['বাংলা।', 'বাংলা', true],
  ['क\u093cलम', '\u0958लम', true],
  // Scripts without spaces
  ['我们在北京大学吃苹果。', '北京', true],
  ['我们在北京大学吃苹果。', '京大学', true],
  ['我们在北京大学吃苹果。', '北学', false],
  ['東京、大阪', '大阪', true],
  ['東京、大阪', '京大', false],
  ['昨日は東京タワーへ', 'タワー', true],
  ['ﾃｽﾄです', 'テスト', true],
  ['ガ', 'か\u3099'.replace('か', 'カ'), true],
  ['กินข้าวผัด', 'ข้าว', true],
  ['กินข้าว\u200bผัด', 'ข้าวผัด', true],
  ['서울에서', '서울', true],
  ['서울'.normalize('NFD'), '서울', true],
  ['ភាសាខ្មែរ', 'ខ្មែរ', true],
  ['བོད་སྐད་', 'སྐད', true],
  [`${'བོད་སྐད་'.repeat(30)}རྒྱལ་པོ་`, 'རྒྱལ་པོ', true],
  [`${'ሰላም፡'.repeat(50)}ልዑል፡`, 'ልዑል', true],
  [`${'🎉'.repeat(150)}🎂`, '🎂', true],
  [`${'a long text '.repeat(20)} they can’t 👩‍💻`, "can't", true],
  [`${'a long text '.repeat(20)} they can’t 👩‍💻`, '👩‍💻', true],
  [`${'a long text '.repeat(20)} กินข้าว\u200bผัด`, 'ข้าวผัด', true],
  ['1\u202f000\u202f000 de personnes', '1000000', true],
  // Hashtags and mentions
  ['of @benjamin today', '@benjamin', true],
  ['of @benjamin today', 'benjamin', true],
];

test('finds words in every written form, in posts and in messages', async (app) => {
  const { ada, bob } = await createWorld(app);
  await connect(app, ada, 'friend-add', bob.id);
  await connect(app, bob, 'friend-accept', ada.id);
  const conversationId = await createGroup(app, ada, { title: 'Words', memberIds: [bob.id] });
  const wrong: string[] = [];
  for (const [text, query, isFound] of rows) {
    const post = { author_id: ada.id, text, privacy: 'public', created_at: app.clock.now() };
    const { id } = await app.db
      .insertInto('social.post')
      .values(post)
      .returning('id')
      .executeTakeFirstOrThrow();
    const { posts } = await searchAll(app, bob, { q: query, sort: 'newest' });
    if (posts.some((post) => post.id === id) !== isFound) wrong.push(`“${query}” in the post “${text}”`);
    const message = await sendMessage(app, ada, { conversationId, text });
    const { items } = await searchMessages(app, bob, { words: query, conversationId });
    if (items.some((item) => item.id === message.id) !== isFound)
      wrong.push(`“${query}” in the message “${text}”`);
  }
  assert.deepEqual(wrong, []);
});

/** A name, and queries that find it. */
const names: [name: string, queries: string[]][] = [
  ['Ann “Bo” O’Brien', ['bo', '“Bo”', "o'brien", 'O’BRIEN', '"ann"']],
  ['🎉Al🎉', ['al', '🎉']],
  ['Jean‑Luc', ['jean-luc', 'jean luc']],
  ['مُحَمَّد', ['محمد', 'مُحَمَّد']],
  ['می\u200cخواهم', ['میخواهم', 'می\u200cخواهم']],
  ['שָׁלוֹם', ['שלום']],
  ['Σωκράτης', ['σωκρατησ', 'ΣΩΚΡΆΤΗΣ']],
  ['Nguyễn'.normalize('NFD'), ['nguyen', 'Nguyễn']],
  ['Işıl', ['isil', 'IŞIL']],
  ['山田「太郎」', ['太郎', '山田']],
];

test('finds people, pages, terms and articles by names in every written form', async (app) => {
  const { ada, bob } = await createWorld(app);
  const wrong: string[] = [];
  const now = app.clock.now();
  for (const [n, [name, queries]] of names.entries()) {
    const person = await addPerson(app, `person${n}`);
    const account = { first_name: name, last_name: '' };
    await app.db.updateTable('identity.account').set(account).where('id', '=', person.id).execute();
    const page = { owner_id: ada.id, username: `page${n}`, title: name, created_at: now };
    await app.db.insertInto('social.page').values(page).execute();
    const content = { name, aliases: [], definition: 'A name', seeAlso: [], sets: [] };
    await writeTerm(app, { content, editorId: ada.id });
    const post = {
      author_id: ada.id,
      kind: 'article',
      title: name,
      text: 'Text',
      privacy: 'public',
    } as const;
    const { id: post_id } = await app.db
      .insertInto('social.post')
      .values({ ...post, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db.insertInto('social.article').values({ post_id, words: 1, minutes: 1 }).execute();
    for (const q of queries) {
      const found = await searchAll(app, bob, { q });
      const results: Record<string, boolean> = {
        people: found.people.some(({ id }) => id === person.id),
        directory: (await searchPeople(app, bob, q)).items.some(({ id }) => id === person.id),
        suggestions: (await suggest(app, bob, q)).people.some(({ id }) => id === person.id),
        pages: found.pages.some(({ title }) => title === name),
        terms: found.terms.some((term) => term.name === name),
        glossary: (await listTerms(app, { words: q })).items.some((term) => term.name === name),
        articles: (await listArticles(app, bob, { words: q })).items.some(({ id }) => id === post_id),
      };
      for (const [kind, isFound] of Object.entries(results))
        if (!isFound) wrong.push(`“${q}” finds “${name}” among ${kind}`);
    }
  }
  assert.deepEqual(wrong, []);
});
