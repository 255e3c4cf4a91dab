import assert from 'node:assert/strict';
import { days } from '../../../kernel/time.ts';
import { testPlaza } from '../../../../test/ask-plaza.ts';
import { addComment, deleteComment } from '../../comments/comments.ts';
import { react } from '../../reactions/reactions.ts';
import { savePost } from '../../saved/saved.ts';
import { publishPost } from '../publishing.ts';
import { getPostStatistics } from './statistics.ts';

testPlaza('authors, and nobody else, see what others did with a post, by day', async (world) => {
  const { app, plaza, ada, bob, carol } = world;
  const id = await publishPost(app, ada, { text: 'Rye bread', privacy: 'public', photos: [] });
  const later = { ...app, clock: { now: () => new Date(app.clock.now().getTime() + days(1)) } };
  for (const viewer of [ada, bob]) {
    await react(app, viewer, id, 'love');
    await addComment(app, viewer, id, `By ${viewer.username}`);
  }
  await react(later, carol, id, 'like');
  await savePost(later, carol, id);
  await publishPost(later, carol, { text: '', privacy: 'public', photos: [], quoteId: id });
  await deleteComment(later, carol, await addComment(later, carol, id, 'Deleted'));
  const { totals, days: shown, reactions } = await getPostStatistics(later, ada, id);
  assert.deepEqual(totals, { reactions: 2, comments: 1, shares: 1, saves: 1, people: 2 });
  assert.deepEqual(reactions, { love: 2, like: 1 }, 'as shown with the post');
  assert.deepEqual(
    shown.map(({ reactions, comments, shares, saves }) => ({ reactions, comments, shares, saves })),
    [
      { reactions: 1, comments: 1, shares: 0, saves: 0 },
      { reactions: 1, comments: 0, shares: 1, saves: 1 },
    ],
  );
  const old = { ...app, clock: { now: () => new Date(app.clock.now().getTime() + days(100)) } };
  assert.equal((await getPostStatistics(old, ada, id)).days.length, 30);

  const path = `/apis/php/posts/statistics?id=${id}`;
  const { status, body } = await plaza.api(ada, 'GET', path);
  assert.equal(status, 200);
  assert.deepEqual((body.data as { people: number; days: unknown[] }).people, 2);
  assert.equal((await plaza.api(bob, 'GET', path)).status, 403);
  assert.equal((await plaza.page(bob, `/posts/${id}/statistics`)).status, 403);
  assert.match((await plaza.page(ada, `/posts/${id}/statistics`)).text, /Reactions[^]*By day/);
  const secret = await publishPost(app, ada, { text: 'For me', privacy: 'me', photos: [] });
  assert.equal((await plaza.api(bob, 'GET', `/apis/php/posts/statistics?id=${secret}`)).status, 404);
  assert.match((await plaza.page(ada, `/posts/${id}/menu`)).text, /Statistics/);
  assert.doesNotMatch((await plaza.page(bob, `/posts/${id}/menu`)).text, /Statistics/);
});
