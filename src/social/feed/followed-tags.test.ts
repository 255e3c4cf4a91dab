import assert from 'node:assert/strict';
import { test } from '../../../test/app.ts';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { publishPost } from '../posts/publishing.ts';
import { block, mute } from '../relationships/blocks.ts';
import { follow } from '../relationships/follows.ts';
import { fanOutRest } from './fan-out.ts';
import { getFeed, getTop } from './feed.ts';
import { followTag, listFollowedTags } from './followed-tags.ts';

const say = (app: App, author: Viewer, text: string, privacy: 'public' | 'friends' = 'public') =>
  publishPost(app, author, { text, privacy, photos: [] });

test('public posts with followed hashtags are in the feed, except of hidden people', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const [dora, eve] = [await addPerson(app, 'dora'), await addPerson(app, 'eve')];
  await follow(app, ada, bob.id);
  const texts = async () => (await getFeed(app, ada)).items.map(({ text }) => text);
  const top = async () => (await getTop(app, ada)).items.map(({ text }) => text).sort();
  await say(app, carol, 'Old #Bread');
  await say(app, bob, 'By Bob #bread #cheese');
  await say(app, bob, 'By Bob');
  await say(app, carol, 'Friends only #bread', 'friends');
  await say(app, dora, 'Muted #bread');
  await say(app, eve, 'Blocked #bread');
  await say(app, carol, 'No tag');
  await mute(app, ada, dora.id);
  await block(app, eve, ada.id);
  await fanOutRest(app);
  assert.deepEqual(await texts(), ['By Bob', 'By Bob #bread #cheese']);
  await followTag(app, ada, '#BREAD');
  await followTag(app, ada, 'cheese');
  const expected = ['By Bob', 'By Bob #bread #cheese', 'Old #Bread'];
  assert.deepEqual(await texts(), expected);
  assert.deepEqual(await top(), expected);
  await say(app, carol, 'New #cheese');
  assert.deepEqual(await texts(), ['New #cheese', ...expected], 'before and');
  await fanOutRest(app);
  assert.deepEqual(await texts(), ['New #cheese', ...expected], 'after it is written into lists');
  await followTag(app, ada, 'bread', 'unfollow');
  assert.deepEqual(await texts(), ['New #cheese', 'By Bob', 'By Bob #bread #cheese']);
  assert.deepEqual(await listFollowedTags(app, ada), ['cheese']);
});

test('pages of a feed with hashtags neither skip nor repeat posts', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  await follow(app, ada, bob.id);
  await followTag(app, ada, 'x');
  await followTag(app, ada, 'y');
  const expected: string[] = [];
  for (let n = 0; n < 70; n++) {
    const id = await say(app, n % 3 === 0 ? bob : carol, n % 3 === 1 ? `${n}` : `${n} #x #y`);
    if (n % 3 !== 1) expected.unshift(id);
  }
  await fanOutRest(app);
  for (const FEED_LENGTH of [1, 20, 800]) {
    await app.db.updateTable('social.feed').set({ built: '-1' }).execute();
    await app.db.deleteFrom('social.feed_entry').execute();
    const found: string[] = [];
    let before: string | undefined;
    do {
      const feed = await getFeed({ ...app, config: { ...app.config, FEED_LENGTH } }, ada, { before });
      found.push(...feed.items.map(({ id }) => id));
      before = feed.next;
    } while (before !== undefined);
    assert.deepEqual(found, expected, `with a list of ${FEED_LENGTH}`);
  }
});

testPlaza(
  'hashtags are followed on their page, in settings and by the API',
  async ({ app, plaza, ada, bob }) => {
    await say(app, bob, 'Fresh #brot');
    const path = '/apis/php/user/hashtags';
    const followed = async () => (await plaza.api(ada, 'GET', path)).body.data as { hashtag: string }[];
    const page = await plaza.page(ada, '/hashtag/brot');
    assert.match(page.text, /action="\/hashtag\/brot\/follow"[^]*Follow/);
    assert.doesNotMatch((await plaza.page(undefined, '/hashtag/brot')).text, /\/follow"/);
    assert.equal((await plaza.form(ada, '/hashtag/Brot/follow', {})).headers.location, '/hashtag/brot');
    assert.match((await plaza.page(ada, '/hashtag/brot')).text, />\s*Unfollow/);
    assert.match((await plaza.page(ada, '/settings/hashtags')).text, /#brot/);
    assert.match((await plaza.form(ada, '/settings/hashtags', { tag: '12' })).text, /Enter a hashtag/);
    await plaza.form(ada, '/settings/hashtags', { tag: '#Käse' });
    assert.deepEqual(
      (await followed()).map(({ hashtag }) => hashtag),
      ['brot', 'käse'],
    );
    for (const tag of ['', '#', 'a b', 'x'.repeat(101), '🙂', '<b>'])
      assert.equal((await plaza.api(ada, 'POST', path, { tag })).status, 400, tag);
    const { status, body } = await plaza.api(ada, 'POST', path, { tag: 'BROT', do: 'unfollow' });
    assert.equal(status, 200);
    assert.deepEqual(body.data, { hashtag: 'brot', i_follow: false });
    await plaza.form(ada, '/hashtag/käse/follow', { do: 'unfollow', back: '/settings/hashtags' });
    assert.deepEqual(await followed(), []);
    for (let n = 0; n < 100; n++) await followTag(app, ada, `tag${n}`);
    assert.equal((await plaza.api(ada, 'POST', path, { tag: 'more' })).status, 409);
    assert.equal((await plaza.api(ada, 'POST', path, { tag: 'tag1' })).status, 200, 'repeated');
  },
);
