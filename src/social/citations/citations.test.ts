import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { minutes } from '../../kernel/time.ts';
import { publishPost } from '../posts/publishing.ts';
import { acceptAnswer, addAnswer } from '../questions/answers.ts';
import { askQuestion } from '../questions/questions.ts';

interface Index {
  counts: Record<string, number>;
  endpoints: Record<string, string>;
}
interface List {
  type: string;
  count: number;
  items: Record<string, unknown>[];
}

const base = 'http://plaza.test';
const read = (text: string) => JSON.parse(text) as Index & List;

testPlaza('counts and lists citable pages for any origin', async ({ app, plaza, ada, bob }) => {
  const question = await askQuestion(app, ada, {
    title: 'How hot is tea?',
    text: 'In **degrees**',
    tags: 'tea',
  });
  const open = await askQuestion(app, ada, { title: 'And coffee?', text: 'Just asking' });
  const answer = await addAnswer(app, bob, question, 'About 80 °C');
  await acceptAnswer(app, ada, answer);

  const index = await plaza.page(undefined, '/citations', { origin: 'https://crawler.example' });
  assert.equal(index.status, 200);
  assert.equal(index.headers['access-control-allow-origin'], '*');
  assert.equal(index.headers['cache-control'], 'public, max-age=600');
  assert.match(String(index.headers['content-type']), /^application\/json/);
  const { counts, endpoints } = read(index.text);
  assert.deepEqual(counts, { questions: 2, solved_questions: 1, glossary: 0, blogs: 0 });
  assert.equal(endpoints.solved_questions, `${base}/citations?type=questions&solved=1`);

  const all = read((await plaza.page(undefined, '/citations?type=questions')).text);
  assert.deepEqual(
    all.items.map(({ id }) => id),
    [open, question],
    'the newest first',
  );
  const solved = read((await plaza.page(undefined, '/citations?type=questions&solved=1')).text);
  assert.equal(solved.count, 1);
  const [cited] = solved.items;
  assert.equal(cited?.name, 'How hot is tea?');
  assert.equal(cited.url, `${base}/questions/${question}/how-hot-is-tea`);
  assert.deepEqual([cited.solved, cited.answer_count, cited.page_type], [true, 1, 'QAPage']);
  assert.deepEqual((cited.answer as { text: string; accepted: boolean }).accepted, true);
});

testPlaza('lists only public content', async ({ app, plaza, ada }) => {
  const write = (title: string, privacy: 'public' | 'friends' | 'me') =>
    publishPost(app, ada, { kind: 'article', title, text: `All of ${title}`, privacy, photos: [] });
  const id = await write('Open', 'public');
  await write('For friends', 'friends');
  await write('For me', 'me');
  const titles = async () =>
    read((await plaza.page(undefined, '/citations?type=blogs')).text).items.map(({ name }) => name);
  assert.deepEqual(await titles(), ['Open']);
  await app.db.updateTable('social.post').set({ held_at: app.clock.now() }).where('id', '=', id).execute();
  assert.deepEqual(await titles(), []);
  app.clock.turn(minutes(1));
  assert.equal(read((await plaza.page(ada, '/citations')).text).counts.blogs, 0);
});

testPlaza('returns no body to a crawler with a current copy', async ({ app, plaza, ada }) => {
  const first = await plaza.page(undefined, '/citations?type=questions');
  const tag = String(first.headers.etag);
  const same = await plaza.page(undefined, '/citations?type=questions', { 'if-none-match': tag });
  assert.deepEqual([same.status, same.text, same.headers.etag], [304, '', tag]);
  await askQuestion(app, ada, { title: 'New?', text: 'Yes' });
  const changed = await plaza.page(undefined, '/citations?type=questions', { 'if-none-match': tag });
  assert.equal(changed.status, 200);
});

testPlaza('names an unknown index parameter in the error', async ({ plaza }) => {
  for (const [query, field] of [
    ['type=people', 'type'],
    ['type=questions&solved=maybe', 'solved'],
  ] as const) {
    const { status, text } = await plaza.page(undefined, `/citations?${query}`);
    assert.equal(status, 400);
    assert.match((JSON.parse(text) as { error_description: string }).error_description, new RegExp(field));
  }
});

testPlaza('language models find a guide, and all operations in one text', async ({ plaza }) => {
  const guide = await plaza.page(undefined, '/llms.txt');
  assert.match(String(guide.headers['content-type']), /^text\/plain/);
  const full = await plaza.page(undefined, '/llms-full.txt', { origin: 'https://crawler.example' });
  assert.equal(full.headers['access-control-allow-origin'], '*');
  for (const said of [
    'GET http://plaza.test/citations',
    'POST http://plaza.test/apis/php/auth/signin',
    'username_email',
  ])
    assert.ok(full.text.includes(said), said);
});
