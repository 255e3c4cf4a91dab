import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { createWorld } from '../../../test/world.ts';
import { approveContent, hide, removeContent } from '../cases/effects.ts';
import { inWords } from '../notifications/notification.ts';
import { listNotifications } from '../notifications/reading.ts';
import { block } from '../relationships/blocks.ts';
import { deletePost } from './deleting.ts';
import { editPost } from './editing.ts';
import { publishPost } from './publishing.ts';
import { getPost } from './reading/get-posts.ts';
import { listShares } from './sharing.ts';

const plain = { text: '', privacy: 'public', photos: [] } as const;

test('a share shows its original to its audience, is counted, and notifies the author', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const original = await publishPost(app, ada, { ...plain, text: 'Original' });
  const share = await publishPost(app, bob, { ...plain, quoteId: original });
  assert.equal((await getPost(app, carol, share)).origin?.text, 'Original');
  assert.equal((await getPost(app, carol, original)).shares, 1);
  assert.deepEqual((await listNotifications(app, ada)).items.map(inWords), ['Bob Test shared your post']);
  await block(app, ada, carol.id);
  assert.equal((await getPost(app, carol, share)).origin, null);
  await editPost(app, ada, original, { text: 'Original', privacy: 'friends', alts: new Map() });
  assert.equal((await getPost(app, bob, share)).origin, null);
  await deletePost(app, bob, share);
  assert.equal((await getPost(app, ada, original)).shares, 0);
  assert.deepEqual((await listNotifications(app, ada)).items, []);
});

test('withdraws the notification of a removed or hidden share, and restores it with the share', async (app) => {
  const { ada, bob, olga } = await createWorld(app);
  const notified = async () => (await listNotifications(app, ada)).items.map(inWords);
  const original = await publishPost(app, ada, { ...plain, text: 'Original' });
  const share = await publishPost(app, bob, { ...plain, quoteId: original, text: 'Mine' });
  await removeContent(app, olga, 'post', share);
  assert.deepEqual(await notified(), []);
  await approveContent(app, 'post', share);
  assert.deepEqual(await notified(), ['Bob Test shared your post']);
  await hide(app, 'post', share);
  assert.deepEqual(await notified(), []);
});

test('only public posts can be shared, once without text, and not through another share', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const hidden = await publishPost(app, ada, { ...plain, text: 'Mine', privacy: 'me' });
  await assert.rejects(publishPost(app, bob, { ...plain, quoteId: hidden }), { kind: 'missing' });
  await assert.rejects(publishPost(app, ada, { ...plain, quoteId: hidden }), { kind: 'forbidden' });
  const original = await publishPost(app, ada, { ...plain, text: 'Original' });
  const share = await publishPost(app, bob, { ...plain, quoteId: original });
  await assert.rejects(publishPost(app, bob, { ...plain, quoteId: original }), { kind: 'conflict' });
  const again = await publishPost(app, carol, { ...plain, quoteId: share });
  assert.equal((await getPost(app, carol, again)).quoteId, original);
  const { items: posts } = await listShares(app, undefined, original);
  assert.deepEqual(
    posts.map(({ id }) => id),
    [again, share],
  );
});

testPlaza(
  'posts can be shared, pinned, saved and closed, and their history viewed, on their pages',
  async ({ ada, bob, plaza }) => {
    const posted = await plaza.api(ada, 'POST', '/apis/php/posts/post', {
      text: 'The first words',
      privacy: 'public',
      warning: 'Spoilers',
    });
    const { post_id: id } = posted.body.data as { post_id: string };
    const shared = await plaza.form(bob, `/posts/${id}/share`, { text: 'Read this', privacy: 'public' });
    const share = String(shared.headers.location);
    assert.match((await plaza.page(undefined, share)).text, /Content warning: Spoilers/);
    assert.match((await plaza.page(undefined, `/posts/${id}/shares`)).text, /Read this/);
    await plaza.form(ada, `/posts/${id}/edit`, { text: 'The second words', privacy: 'public' });
    const history = (await plaza.page(undefined, `/posts/${id}/history`)).text;
    assert.match(history, /<del>first<\/del><ins>second<\/ins>/);
    assert.match((await plaza.page(bob, `/posts/${id}`)).text, /<details class="post-warning">/);

    assert.equal((await plaza.form(bob, `/posts/${id}/pin`, { do: 'pin' })).status, 403);
    assert.equal((await plaza.form(ada, `/posts/${id}/pin`, { do: 'pin' })).status, 303);
    assert.equal((await plaza.form(bob, `/posts/${id}/save`, { do: 'save' })).status, 303);
    assert.match((await plaza.page(bob, '/saved?q=words')).text, /The second words/);
    assert.doesNotMatch((await plaza.page(bob, '/saved?q=bread')).text, /The second words/);
    assert.equal((await plaza.form(bob, `/posts/${id}/lock`, { do: 'lock' })).status, 403);
    assert.equal((await plaza.form(ada, `/posts/${id}/lock`, { do: 'lock' })).status, 303);
    const late = await plaza.api(bob, 'POST', '/apis/php/comments/comment', {
      post_id: id,
      text: 'Too late',
    });
    assert.notEqual(late.status, 200);
    const loaded = await plaza.api(bob, 'GET', '/apis/php/data/load?get=saved');
    assert.deepEqual(
      (loaded.body.data as { post_id: string; comments_disabled: boolean }[]).map((each) => [
        each.post_id,
        each.comments_disabled,
      ]),
      [[id, true]],
    );
  },
);
