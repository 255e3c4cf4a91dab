import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { publishPost } from '../posts/publishing.ts';
import { addComment } from './comments.ts';
import { getComments } from './reading.ts';

const draft = { text: 'Hello', privacy: 'public', photos: [] } as const;

testPlaza(
  'a comment can be answered, found and deleted without scripts',
  async ({ app, ada, bob, carol, plaza }) => {
    const post = await publishPost(app, ada, draft);
    const top = await addComment(app, bob, post, 'A word from Bob');
    const page = (await plaza.page(ada, `/posts/${post}`)).text;
    assert.match(page, new RegExp(`href="/comments/${top}/reply"`));
    assert.match(
      (await plaza.page(ada, `/comments/${top}/reply`)).text,
      new RegExp(`action="/comments/${top}/reply"`),
    );
    const refused = await plaza.form(ada, `/comments/${top}/reply`, { text: ' ' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Enter some text/);
    const answered = await plaza.form(ada, `/comments/${top}/reply`, { text: 'An answer from Ada' });
    const [, id = ''] =
      /^\/comments\/\d+\?added=(\d+)#comment-\d+$/.exec(String(answered.headers.location)) ?? [];
    const shown = (await plaza.page(ada, String(answered.headers.location).replace(/#.*/, ''))).text;
    const frame = new RegExp(`<turbo-frame[^>]*id="reply-${top}"[^>]*>([^]*?)An answer from Ada`);
    assert.match(shown, frame, 'the reply replaces the form');
    assert.equal(shown.split('An answer from Ada').length, 2, 'the reply appears only once');
    for (const viewer of [undefined, carol]) {
      const text = (await plaza.page(viewer, `/comments/${id}`)).text;
      assert.match(text, /A word from Bob[^]*An answer from Ada/);
      assert.match(text, /content="noindex"/);
    }
    const gone = await plaza.form(bob, `/comments/${top}/delete`);
    assert.equal(gone.headers.location, `/posts/${post}/comments?deleted=${top}`);
    const list = (await plaza.page(bob, gone.headers.location ?? '')).text;
    assert.match(list, /Comment deleted[^]*This comment was deleted[^]*An answer from Ada/);
    assert.equal((await plaza.page(bob, `/comments/${top}`)).status, 200, 'its thread is still there');
    await plaza.form(bob, `/comments/${top}/restore`);
    assert.match((await plaza.page(bob, `/comments/${top}`)).text, /A word from Bob/);
  },
);

testPlaza('a rejected comment keeps the typed text below every kind of post', async (world) => {
  const { app, ada, bob, plaza } = world;
  const question = await publishPost(app, ada, {
    ...draft,
    text: 'Who?',
    kind: 'question',
    title: 'Who knows this?',
  });
  const posts = [
    await publishPost(app, ada, draft),
    await publishPost(app, ada, { ...draft, text: 'Text', kind: 'article', title: 'An article' }),
    question,
    await publishPost(app, bob, { ...draft, text: 'I do', kind: 'answer', parentId: question }),
  ];
  for (const post of posts) {
    const long = 'x'.repeat(5001);
    const refused = await plaza.form(bob, `/posts/${post}/comments`, { text: long });
    assert.equal(refused.status, 422);
    assert.ok(refused.text.includes(long));
    const taken = await plaza.form(bob, `/posts/${post}/comments`, { text: 'Short' });
    assert.match(String(taken.headers.location), /#comment-\d+$/);
    assert.match((await plaza.page(undefined, `/posts/${post}/comments`)).text, />\s*Short/);
  }
});

testPlaza('a locked post shows a notice instead of the form', async ({ app, ada, bob, plaza }) => {
  const post = await publishPost(app, ada, draft);
  const comment = await addComment(app, ada, post, 'In time');
  await app.db
    .updateTable('social.post')
    .set({ locked_at: app.clock.now() })
    .where('id', '=', post)
    .execute();
  const { text } = await plaza.page(bob, `/posts/${post}/comments`);
  assert.match(text, /Comments are closed/);
  assert.doesNotMatch(text, /<textarea|\/reply"/);
  assert.equal((await plaza.page(bob, `/comments/${comment}/reply`)).status, 403);
  const { status, body } = await plaza.api(bob, 'POST', '/apis/php/posts/comment', {
    post_id: post,
    text: 'Late',
  });
  assert.equal(status, 403);
  assert.match(body.message, /Comments are closed/);
});

type Records = { comment_id: string; text: string; level: number; state: string; parent_id: string }[];

testPlaza('pages through threads in the API', async ({ app, ada, bob, plaza }) => {
  const post = await publishPost(app, ada, draft);
  const ask = async (path: string) => {
    const { body } = await plaza.api(bob, 'GET', `/apis/php/${path}`);
    return { texts: (body.data as Records).map(({ text, state }) => text || state), more: body.has_more };
  };
  const said = await plaza.api(bob, 'POST', '/apis/php/posts/comment', { post_id: post, text: 'top' });
  const top = (said.body.data as Records[number]).comment_id;
  const below = { post_id: post, parent_id: top };
  for (const text of ['1', '2', '3', '4', '5'])
    assert.equal((await plaza.api(ada, 'POST', '/apis/php/posts/comment', { ...below, text })).status, 200);
  for (let i = 0; i < 20; i++) await addComment(app, bob, post, `next ${i}`);
  const first = await ask(`posts/comments?post_id=${post}`);
  assert.deepEqual(first.texts.slice(0, 5), ['top', '1', '2', '3', 'next 0']);
  assert.equal(first.more, true);
  const all = await ask(`comments/replies?comment_id=${top}`);
  assert.deepEqual(all, { texts: ['1', '2', '3', '4', '5'], more: false });
  const newest = await ask(`posts/comments?post_id=${post}&order=newest`);
  assert.equal(newest.texts[0], 'next 19');
  assert.equal((await plaza.api(bob, 'DELETE', `/apis/php/posts/comment/${top}`)).status, 200);
  assert.equal((await ask(`posts/comments?post_id=${post}`)).texts[0], 'deleted');
  assert.equal((await plaza.api(bob, 'GET', `/apis/php/comments/${top}`)).status, 404);
  assert.equal((await plaza.api(bob, 'POST', '/apis/php/comments/restore', { id: top })).status, 200);
  assert.equal((await ask(`posts/comments?post_id=${post}`)).texts[0], 'top');
});

testPlaza(
  'loads a page of comments with two queries, regardless of their number',
  async ({ app, ada, bob }) => {
    const post = await publishPost(app, ada, draft);
    for (let i = 0; i < 5; i++) {
      const top = await addComment(app, bob, post, `top ${i}`);
      for (const viewer of [ada, bob]) await addComment(app, viewer, post, `below ${i}`, top);
    }
    let queries = 0;
    const counted = app.db.withPlugin({
      transformQuery: ({ node }) => node,
      // Called once per statement, whereas `transformQuery` also runs for subqueries.
      transformResult: ({ result }) => {
        queries += 1;
        return Promise.resolve(result);
      },
    });
    assert.equal((await getComments({ ...app, db: counted }, bob, post)).comments.length, 15);
    assert.equal(queries, 2);
  },
);
