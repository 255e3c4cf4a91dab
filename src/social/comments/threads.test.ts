import assert from 'node:assert/strict';
import { test, testWithDatabase, type TestApp } from '../../../test/app.ts';
import { createWorld } from '../../../test/world.ts';
import type { Viewer } from '../../platform/app.ts';
import { listNotifications } from '../notifications/reading.ts';
import { block } from '../relationships/blocks.ts';
import { publishPost } from '../posts/publishing.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { addComment, deleteComment, restoreComment } from './comments.ts';
import { getComment, getComments, getCommentThread } from './reading.ts';
import { type CommentEntry, isGap, levelOf } from './comment.ts';

const draft = { text: 'Hello', privacy: 'public', photos: [] } as const;

/** Draws comments with their level and text, or the reason of a gap. */
const drawn = (entries: readonly CommentEntry[]) =>
  entries.map((entry) => `${'·'.repeat(levelOf(entry))}${isGap(entry) ? entry.why : entry.text}`);

async function drawnFor(app: TestApp, viewer: Viewer | undefined, post: string): Promise<string[]> {
  const { items: threads } = await getComments(app, viewer, post);
  return threads.flatMap(({ top, replies }) => drawn([top, ...replies]));
}

test('nests replies two levels deep, each below its parent', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const post = await publishPost(app, ada, draft);
  const first = await addComment(app, bob, post, 'first');
  const second = await addComment(app, bob, post, 'second');
  const a = await addComment(app, carol, post, 'a', first);
  const b = await addComment(app, ada, post, 'b', first);
  const a1 = await addComment(app, bob, post, 'a1', a);
  await addComment(app, carol, post, 'b1', b);
  const a11 = await addComment(app, ada, post, 'a11', a1);
  assert.deepEqual(await drawnFor(app, undefined, post), ['first', '·a', '··a1', '··a11', 'second']);
  const page = await getComments(app, undefined, post);
  assert.deepEqual(
    page.items.map(({ hasMore }) => hasMore),
    [true, false],
  );
  const rest = await getCommentThread(app, undefined, first, { after: a11 });
  assert.deepEqual(drawn(rest.replies), ['·b', '··b1']);
  assert.equal(
    (await getComment(app, ada, a11)).answering?.username,
    'bob',
    'a reply at the maximum depth names whom it answers',
  );
  assert.equal(
    (await getComment(app, ada, a1)).answering,
    null,
    'a nested reply does not name whom it answers',
  );
  assert.equal((await getPost(app, ada, post)).comments, 7);
  const replies = async (id: string) => (await getComment(app, ada, id)).replies;
  assert.deepEqual(
    await Promise.all([first, a, a1, b, second].map(replies)),
    [5, 2, 0, 1, 0],
    'each counts all of its replies',
  );
});

test('finds a comment in the middle of its thread', async (app) => {
  const { ada, bob } = await createWorld(app);
  const post = await publishPost(app, ada, draft);
  const top = await addComment(app, bob, post, 'top');
  const ids: string[] = [];
  for (let i = 1; i <= 9; i++) ids.push(await addComment(app, ada, post, `${i}`, top));
  const part = await getCommentThread(app, undefined, ids[6] ?? '', { limit: 2, before: 2 });
  assert.deepEqual(drawn([part.top, ...part.replies]), ['top', '·5', '·6', '·7', '·8']);
  assert.deepEqual([part.hasEarlier, part.hasMore], [true, true]);
  const whole = await getCommentThread(app, undefined, top);
  assert.deepEqual(drawn(whole.replies), ['·1', '·2', '·3', '·4', '·5', '·6', '·7', '·8', '·9']);
  assert.deepEqual([whole.hasEarlier, whole.hasMore], [false, false]);
  const later = await getCommentThread(app, undefined, top, { after: ids[7] });
  assert.deepEqual(drawn(later.replies), ['·9']);
});

test('a deleted comment keeps its position while it has replies', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const post = await publishPost(app, ada, draft);
  const top = await addComment(app, bob, post, 'top');
  const a = await addComment(app, carol, post, 'a', top);
  const a1 = await addComment(app, ada, post, 'a1', a);
  await deleteComment(app, bob, top);
  assert.deepEqual(await drawnFor(app, undefined, post), ['deleted', '·a', '··a1']);
  assert.equal((await getPost(app, ada, post)).comments, 2);
  await assert.rejects(addComment(app, ada, post, 'too late', top), { kind: 'missing' });
  await deleteComment(app, carol, a);
  assert.deepEqual(await drawnFor(app, undefined, post), ['deleted', '·deleted', '··a1']);
  await deleteComment(app, ada, a1);
  assert.deepEqual(await drawnFor(app, undefined, post), []);
  assert.equal((await getPost(app, ada, post)).comments, 0);
  await restoreComment(app, carol, a);
  await restoreComment(app, bob, top);
  assert.deepEqual(await drawnFor(app, undefined, post), ['top', '·a']);
  assert.deepEqual((await getComment(app, ada, top)).replies, 1);
});

test('shows the replies to a comment that is hidden from the viewer', async (app) => {
  const { ada, bob, carol, olga } = await createWorld(app);
  const post = await publishPost(app, ada, draft);
  const top = await addComment(app, bob, post, 'by Bob');
  const a = await addComment(app, ada, post, 'by Ada', top);
  const deeper = await addComment(app, ada, post, 'to Ada', await addComment(app, bob, post, 'Bob again', a));
  await addComment(app, bob, post, 'Bob alone');
  await block(app, bob, carol.id);
  assert.deepEqual(await drawnFor(app, carol, post), ['hidden', '·by Ada', '··to Ada']);
  assert.equal(
    (await getComment(app, carol, deeper)).answering,
    null,
    'a reply does not name a hidden author',
  );
  await assert.rejects(getComment(app, carol, top), { kind: 'missing' });
  await assert.rejects(addComment(app, carol, post, 'Hello', top), { kind: 'missing' });
  assert.deepEqual(drawn([(await getCommentThread(app, carol, top)).top]), ['hidden']);

  await app.db
    .updateTable('identity.account')
    .set({ suspended_at: app.clock.now() })
    .where('id', '=', bob.id)
    .execute();
  assert.deepEqual(await drawnFor(app, undefined, post), ['hidden', '·by Ada', '··to Ada']);
  await app.db.updateTable('identity.account').set({ suspended_at: null }).where('id', '=', bob.id).execute();

  await app.db
    .updateTable('social.comment')
    .set({ held_at: app.clock.now() })
    .where('id', '=', top)
    .execute();
  assert.equal((await drawnFor(app, undefined, post))[0], 'hidden');
  assert.equal((await drawnFor(app, bob, post))[0], 'by Bob', 'its author sees the comment');
  assert.equal((await drawnFor(app, olga, post))[0], 'by Bob', 'a moderator sees the comment');
});

test('rejects comments on locked posts and threads', async (app) => {
  const { ada, bob } = await createWorld(app);
  const locked = await publishPost(app, ada, draft);
  const comment = await addComment(app, bob, locked, 'in time');
  await app.db
    .updateTable('social.post')
    .set({ locked_at: app.clock.now() })
    .where('id', '=', locked)
    .execute();
  await assert.rejects(addComment(app, bob, locked, 'too late'), { kind: 'forbidden', message: /closed/ });
  await assert.rejects(addComment(app, bob, locked, 'too late', comment), { kind: 'forbidden' });
  const thread = await publishPost(app, ada, {
    ...draft,
    text: 'A thread',
    kind: 'thread',
    title: 'A thread',
  });
  await assert.rejects(addComment(app, bob, thread, 'Hello'), { kind: 'conflict' });
  const question = await publishPost(app, ada, {
    ...draft,
    text: 'I wonder',
    kind: 'question',
    title: 'A question of some length?',
  });
  const answer = await publishPost(app, bob, {
    ...draft,
    text: 'An answer',
    kind: 'answer',
    parentId: question,
  });
  await addComment(app, ada, answer, 'Thanks');
  await app.db
    .updateTable('social.post')
    .set({ locked_at: app.clock.now() })
    .where('id', '=', question)
    .execute();
  await assert.rejects(addComment(app, ada, answer, 'too late'), { kind: 'forbidden' });
});

test('rejects a reply to a comment on a different post', async (app) => {
  const { ada, bob } = await createWorld(app);
  const [one, other] = [
    await publishPost(app, ada, draft),
    await publishPost(app, ada, { ...draft, text: 'Ho' }),
  ];
  const comment = await addComment(app, bob, one, 'Hello');
  await assert.rejects(addComment(app, bob, other, 'Hello', comment), { kind: 'missing' });
});

testWithDatabase(
  'notifies the author of a comment of replies, and the post’s author of other comments',
  async ({ app }) => {
    const { ada, bob, carol } = await createWorld(app);
    const post = await publishPost(app, ada, draft);
    const top = await addComment(app, bob, post, 'top');
    const reply = await addComment(app, carol, post, 'to Bob', top);
    await addComment(app, bob, post, 'to myself', top);
    await addComment(app, carol, post, 'to @bob by name', top);
    const own = await addComment(app, ada, post, 'from Ada');
    await addComment(app, bob, post, 'to Ada', own);
    const notified = async (viewer: Viewer) =>
      (await listNotifications(app, viewer)).items
        .map(({ kind, excerpt, commentId }) => [kind, excerpt, commentId === reply])
        .sort();
    assert.deepEqual(await notified(bob), [
      ['mention', 'to @bob by name', false],
      ['reply', 'to Bob', true],
    ]);
    assert.deepEqual(await notified(ada), [
      ['comment', 'to @bob by name', false],
      ['reply', 'to Ada', false],
    ]);
    assert.deepEqual(await notified(carol), []);
  },
);
