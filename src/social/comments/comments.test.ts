import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { createWorld } from '../../../test/world.ts';
import { publishPost } from '../posts/publishing.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { addComment, deleteComment, editComment, restoreComment } from './comments.ts';
import { getComment, getComments } from './reading.ts';

const draft = { text: 'Hello', privacy: 'public', photos: [] } as const;

test('stores the text and mentions of a comment and counts it', async (app) => {
  const { ada, bob } = await createWorld(app);
  const post = await publishPost(app, ada, draft);
  const id = await addComment(app, bob, post, ' Hello @Ada!\r\n');
  const comment = await getComment(app, ada, id);
  assert.equal(comment.text, 'Hello @Ada!');
  assert.deepEqual([...comment.mentions], [['ada', 'ada']]);
  assert.equal((await getPost(app, ada, post)).comments, 1);
  assert.deepEqual([...(await getPost(app, ada, post)).mentions], []);
  for (const text of ['', ' \u200B '])
    await assert.rejects(addComment(app, bob, post, text), { kind: 'invalid', field: 'text' });
  await assert.rejects(addComment(app, bob, post, 'x'.repeat(5001)), { kind: 'invalid', field: 'text' });
});

test('pages through comments from the oldest or from the newest', async (app) => {
  const { ada, bob } = await createWorld(app);
  const post = await publishPost(app, ada, draft);
  for (let i = 1; i <= 5; i++) await addComment(app, bob, post, `${i}`);
  for (const [order, parts] of [
    ['oldest', ['12', '34', '5']],
    ['newest', ['54', '32', '1']],
  ] as const) {
    let after: string | undefined;
    for (const part of parts) {
      const page = await getComments(app, undefined, post, { order, after, limit: 2 });
      assert.equal(page.comments.map(({ text }) => text).join(''), part);
      assert.equal(page.start, after);
      after = page.next;
    }
    assert.equal(after, undefined);
  }
});

test('the author can edit a comment; the author, the post’s author and moderators can delete it', async (app) => {
  const { ada, bob, carol, olga } = await createWorld(app);
  const post = await publishPost(app, ada, draft);
  const id = await addComment(app, bob, post, 'Hello');
  for (const other of [ada, carol, olga])
    await assert.rejects(editComment(app, other, id, 'Changed'), { kind: 'forbidden' });
  await editComment(app, bob, id, 'Changed @carol');
  assert.equal((await getComment(app, ada, id)).text, 'Changed @carol');
  assert.ok((await getComment(app, ada, id)).editedAt);
  await assert.rejects(deleteComment(app, carol, id), { kind: 'forbidden' });
  for (const person of [ada, bob, olga]) {
    assert.equal(await deleteComment(app, person, id), post);
    assert.equal((await getPost(app, ada, post)).comments, 0);
    await assert.rejects(restoreComment(app, carol, id), { kind: 'missing' });
    await assert.rejects(editComment(app, bob, id, 'Too late'), { kind: 'missing' });
    await restoreComment(app, person, id);
    assert.equal((await getPost(app, ada, post)).comments, 1);
  }
});
