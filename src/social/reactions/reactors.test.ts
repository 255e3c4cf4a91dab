import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { nextPage } from '../../platform/http/families/social.ts';
import { addPerson } from '../../../test/world.ts';
import { addComment } from '../comments/comments.ts';
import { getComment } from '../comments/reading.ts';
import { listNotifications } from '../notifications/reading.ts';
import { block } from '../relationships/blocks.ts';
import { publishPost } from '../posts/publishing.ts';
import { react } from './reactions.ts';

type Records = { user_name: string; reaction: string }[];

testPlaza('people can react to comments, and the author is notified', async (world) => {
  const { app, ada, bob, carol, plaza } = world;
  const post = await publishPost(app, ada, { text: 'Hello', privacy: 'public', photos: [] });
  const comment = await addComment(app, ada, post, 'Well');
  const change = (viewer: typeof bob, body: object) =>
    plaza.api(viewer, 'POST', '/apis/php/comments/react', { comment_id: comment, ...body });
  assert.equal((await change(bob, { do: 'react' })).status, 200);
  await react(app, bob, post, 'wow');
  await change(bob, { do: 'react', reaction: 'haha' });
  await plaza.form(carol, `/comments/${comment}/react`, { kind: 'haha' });
  const { reactions, mine } = await getComment(app, bob, comment);
  assert.deepEqual([reactions, mine], [{ haha: 2 }, 'haha']);
  const notified = async () =>
    (await listNotifications(app, ada)).items
      .filter(({ kind }) => kind === 'reaction')
      .map(({ commentId, count }) => [commentId === comment, count])
      .sort();
  assert.deepEqual(await notified(), [
    [false, 1],
    [true, 2],
  ]);
  await change(bob, { do: 'unreact' });
  await change(bob, { do: 'unreact' });
  assert.deepEqual((await getComment(app, ada, comment)).reactions, { haha: 1 });
  assert.deepEqual(await notified(), [
    [false, 1],
    [true, 1],
  ]);
  assert.equal((await change(bob, { do: 'react', reaction: 'meh' })).status, 400);
  assert.equal((await plaza.form(carol, `/comments/${comment}/react`, { kind: 'meh' })).status, 400);
  assert.equal((await change(bob, { do: 'react', comment_id: '999999' })).status, 404);
});

testPlaza('the list of reactions excludes blocked people', async (world) => {
  const { app, ada, bob, carol, olga, plaza } = world;
  const post = await publishPost(app, ada, { text: 'Hello', privacy: 'public', photos: [] });
  await react(app, bob, post, 'like');
  await react(app, carol, post, 'love');
  await react(app, olga, post, 'love');
  await react(app, await addPerson(app, 'fay'), post, 'like');
  const who = async (viewer: typeof ada, more = '') =>
    (
      (await plaza.api(viewer, 'GET', `/apis/php/posts/who_reacts?post_id=${post}${more}`)).body
        .data as Records
    ).map(({ user_name, reaction }) => `${user_name} ${reaction}`);
  assert.deepEqual((await who(ada)).sort(), ['bob like', 'carol love', 'fay like', 'olga love']);
  assert.deepEqual((await who(ada, '&reaction=love')).sort(), ['carol love', 'olga love']);
  assert.deepEqual(await who(ada, `&after=${nextPage(0, true).next_cursor}`), []);
  await block(app, carol, bob.id);
  assert.deepEqual((await who(bob)).sort(), ['bob like', 'fay like', 'olga love']);
  const page = (await plaza.page(bob, `/posts/${post}/reactions`)).text;
  assert.match(page, /All\s*<span class="tab-count">3</);
  assert.match(page, /Love\s*<span class="tab-count">1</);
  assert.doesNotMatch(page, /@carol/);
  const stranger = (await plaza.page(undefined, `/posts/${post}/reactions?kind=like`)).text;
  assert.match(stranger, /@bob/);
  assert.doesNotMatch(stranger, /@carol|Follow</);

  const hidden = await publishPost(app, ada, { text: 'For friends', privacy: 'friends', photos: [] });
  const comment = await addComment(app, ada, hidden, 'Here');
  for (const viewer of [undefined, bob])
    for (const path of [`/posts/${hidden}/reactions`, `/comments/${comment}/reactions`])
      assert.equal((await plaza.page(viewer, path)).status, 404, path);
  assert.equal(
    (await plaza.api(bob, 'GET', `/apis/php/comments/who_reacts?comment_id=${comment}`)).status,
    404,
  );
});
