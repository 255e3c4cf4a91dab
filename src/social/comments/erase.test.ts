import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { createWorld } from '../../../test/world.ts';
import { erasePlaza } from '../accounts/data/erase-plaza.ts';
import { publishPost } from '../posts/publishing.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { reactToComment } from '../reactions/reactions.ts';
import { addComment } from './comments.ts';
import { getComment, getComments } from './reading.ts';
import { isGap, levelOf } from './comment.ts';

test('keeps and correctly counts replies to a deleted account’s comments', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const post = await publishPost(app, ada, { text: 'Hello', privacy: 'public', photos: [] });
  const gone = await addComment(app, bob, post, 'Bob begins');
  const answer = await addComment(app, carol, post, 'Carol answers', gone);
  const deeper = await addComment(app, ada, post, 'Ada answers Carol', answer);
  await addComment(app, ada, post, 'Ada answers Bob', await addComment(app, bob, post, 'Bob again', deeper));
  const remaining = await addComment(app, carol, post, 'Carol begins');
  const branch = await addComment(app, bob, post, 'Bob answers', remaining);
  await addComment(app, ada, post, 'Ada answers that', branch);
  await reactToComment(app, bob, remaining, 'love');
  await reactToComment(app, ada, remaining, 'love');

  await erasePlaza(app, bob.id);

  const { items: threads } = await getComments(app, undefined, post);
  assert.deepEqual(
    threads.flatMap(({ top, replies }) =>
      [top, ...replies].map((each) => `${'·'.repeat(levelOf(each))}${isGap(each) ? each.why : each.text}`),
    ),
    ['Carol answers', '·Ada answers Carol', '·Ada answers Bob', 'Carol begins', '·Ada answers that'],
  );
  assert.equal((await getPost(app, ada, post)).comments, 5);
  assert.equal((await getComment(app, ada, answer)).replies, 2);
  const { replies, reactions } = await getComment(app, ada, remaining);
  assert.deepEqual([replies, reactions], [1, { love: 1 }]);
});
