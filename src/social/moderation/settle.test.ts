import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { addComment } from '../comments/add-comment.ts';
import { readComments } from '../comments/read-comments.ts';
import { publishPost } from '../posts/publish-post.ts';
import { readPost } from '../posts/read-posts.ts';
import { readPersonCounts } from '../tallies/read-counts.ts';
import { blockWord } from './block-word.ts';
import { listHeld } from './list-held.ts';
import { settle } from './settle.ts';

testPlaza('what waits is let through or taken away by a moderator', async ({ app, ada, bob, olga }) => {
  await blockWord(app, olga, { word: 'Casino', outcome: 'hold' });
  await assert.rejects(blockWord(app, ada, { word: 'tea', outcome: 'hold' }), { kind: 'forbidden' });
  const say = (text: string) => publishPost(app, ada, { text, privacy: 'friends', photos: [] });
  const good = await say('A casino of toys');
  const bad = await say('A casino of money');
  const quiet = await say('Nothing special');
  const comment = await addComment(app, ada, quiet, 'Casino?');
  assert.equal((await readPost(app, ada, quiet)).comments, 0);

  const held = await listHeld(app, olga);
  assert.deepEqual(
    held.posts.map(({ id }) => id),
    [good, bad],
  );
  assert.deepEqual(
    held.comments.map(({ text }) => text),
    ['Casino?'],
  );
  await assert.rejects(settle(app, bob, { subject: 'post', id: good, decision: 'release' }), {
    kind: 'forbidden',
  });

  await settle(app, olga, { subject: 'post', id: good, decision: 'release' });
  await settle(app, olga, { subject: 'post', id: bad, decision: 'remove' });
  await settle(app, olga, { subject: 'comment', id: comment, decision: 'release' });
  assert.deepEqual(await listHeld(app, olga), { posts: [], comments: [] });
  assert.equal((await readPost(app, ada, good)).heldAt, null);
  await assert.rejects(readPost(app, ada, bad), { kind: 'missing' });
  assert.equal((await readPost(app, ada, quiet)).comments, 1);
  assert.equal((await readComments(app, ada, quiet)).comments[0]?.heldAt, null);
  assert.equal((await readPersonCounts(app, ada.id)).posts, 2);
  const open = await app.db
    .selectFrom('social.verdict')
    .where('settled_at', 'is', null)
    .select('id')
    .execute();
  assert.deepEqual(open, []);
  await assert.rejects(settle(app, olga, { subject: 'post', id: good, decision: 'remove' }), {
    kind: 'missing',
  });
});

testPlaza('the moderators’ page is theirs', async ({ app, ada, olga, plaza }) => {
  assert.equal((await plaza.page(ada, '/moderation')).status, 403);
  assert.equal((await plaza.page(undefined, '/moderation')).status, 303);
  assert.equal(
    (await plaza.form(olga, '/moderation/words', { word: 'two words', outcome: 'hold' })).status,
    422,
  );
  assert.equal(
    (await plaza.form(olga, '/moderation/words', { word: 'Casino', outcome: 'hold' })).status,
    303,
  );
  const id = await publishPost(app, ada, { text: 'Casino', privacy: 'public', photos: [] });
  const { text } = await plaza.page(olga, '/moderation');
  assert.match(text, new RegExp(`id="post-${id}"`));
  const settled = { subject: 'post', id, decision: 'release' };
  assert.equal((await plaza.form(ada, '/moderation/settle', settled)).status, 403);
  assert.equal((await plaza.form(olga, '/moderation/settle', settled)).status, 303);
  assert.match((await plaza.page(undefined, `/posts/${id}`)).text, /Casino/);
  assert.equal((await plaza.form(olga, '/moderation/words/remove', { word: 'casino' })).status, 303);
  assert.match((await plaza.page(olga, '/moderation')).text, /Nothing waits/);
});
