import assert from 'node:assert/strict';
import { test } from '../../../../test/app.ts';
import { addPerson, createWorld } from '../../../../test/world.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { addComment } from '../../comments/comments.ts';
import { getComments } from '../../comments/reading.ts';
import { getDiscover, getFeed } from '../../feed/feed.ts';
import { acceptFriend, sendFriendRequest } from '../../relationships/connect.ts';
import { block } from '../../relationships/blocks.ts';
import { follow } from '../../relationships/follows.ts';
import { react } from '../../reactions/reactions.ts';
import { deletePost } from '../deleting.ts';
import { listPostsOf, listTagged } from './lists.ts';
import { publishPost } from '../publishing.ts';
import { getPosts } from './get-posts.ts';

const kinds = ['public', 'friends', 'held', 'deleted'] as const;
type Kind = (typeof kinds)[number];

/** Which of Ada's posts are visible to whom. */
const table: Record<string, readonly Kind[]> = {
  stranger: ['public'],
  member: ['public'],
  asker: ['public'],
  follower: ['public'],
  friend: ['public', 'friends'],
  'blocked by her': [],
  'having blocked her': [],
  author: ['public', 'friends', 'held'],
  moderator: ['public', 'held'],
};

async function createScene(app: App) {
  const { ada, bob, carol, olga } = await createWorld(app);
  const asker = await addPerson(app, 'asa');
  const follower = await addPerson(app, 'fay');
  const blocked = await addPerson(app, 'eve');
  const blocker = await addPerson(app, 'max');
  await sendFriendRequest(app, bob, ada.id);
  await acceptFriend(app, ada, bob.id);
  await sendFriendRequest(app, asker, ada.id);
  await follow(app, follower, ada.id);
  const people: Record<string, Viewer | undefined> = {
    stranger: undefined,
    member: carol,
    asker,
    follower,
    friend: bob,
    'blocked by her': blocked,
    'having blocked her': blocker,
    author: ada,
    moderator: olga,
  };
  const posts = {} as Record<Kind, string>;
  for (const kind of kinds) {
    const privacy = kind === 'friends' ? 'friends' : 'public';
    posts[kind] = await publishPost(app, ada, { text: `A ${kind} post #scene`, privacy, photos: [] });
  }
  await block(app, ada, blocked.id);
  await block(app, blocker, ada.id);
  await app.db
    .updateTable('social.post')
    .set({ held_at: app.clock.now() })
    .where('id', '=', posts.held)
    .execute();
  await deletePost(app, ada, posts.deleted);
  const kindOf = new Map(kinds.map((kind) => [posts[kind], kind]));
  const toKinds = (ids: readonly { id: string }[]) => ids.map(({ id }) => kindOf.get(id)).sort();
  return { ada, people, posts, toKinds };
}

const sorted = (all: readonly string[] | undefined) => [...(all ?? [])].sort();

test('all lists of posts show each viewer only what is visible to them', async (app) => {
  const { ada, people, posts, toKinds } = await createScene(app);
  for (const [who, viewer] of Object.entries(people)) {
    const seen = sorted(table[who]);
    assert.deepEqual(toKinds(await getPosts(app, viewer, Object.values(posts))), seen, `${who}, by id`);
    const ofAda = (await listPostsOf(app, viewer, ada.id)).items;
    // Moderators see held content in the queue, not on profiles.
    const published = who === 'moderator' ? ['public'] : seen;
    assert.deepEqual(toKinds(ofAda), published, `${who}, on the profile`);
    assert.deepEqual(toKinds((await listTagged(app, viewer, 'Scene')).items), seen, `${who}, by hashtag`);
    const everybodys = seen.filter((kind) => kind === 'public');
    assert.deepEqual(toKinds((await getDiscover(app, viewer)).items), everybodys, `${who}, in Discover`);
  }
});

test('a feed contains the viewer’s own posts, posts of friends, and public posts of followed people', async (app) => {
  const { people, toKinds } = await createScene(app);
  const feedOf = async (who: string) => toKinds((await getFeed(app, people[who]!)).items);
  assert.deepEqual(await feedOf('author'), ['friends', 'held', 'public']);
  assert.deepEqual(await feedOf('friend'), ['friends', 'public']);
  assert.deepEqual(await feedOf('follower'), ['public']);
});

test('rejects replies to a post that is not visible', async (app) => {
  const { people, posts } = await createScene(app);
  for (const [who, viewer] of Object.entries(people)) {
    if (!viewer) continue;
    for (const kind of kinds.filter((kind) => !table[who]?.includes(kind))) {
      const missing = { kind: 'missing' };
      await assert.rejects(
        addComment(app, viewer, posts[kind], 'Hello'),
        missing,
        `${who} cannot comment on ${kind}`,
      );
      await assert.rejects(react(app, viewer, posts[kind], 'like'), missing, `${who} cannot like ${kind}`);
      assert.deepEqual((await getComments(app, viewer, posts[kind])).comments, []);
    }
  }
});

test('hides posts of suspended and deleted people', async (app) => {
  const { ada, people, posts } = await createScene(app);
  for (const state of ['suspended_at', 'deleted_at'] as const) {
    const set = (at: Date | null) =>
      app.db
        .updateTable('identity.account')
        .set({ [state]: at })
        .where('id', '=', ada.id)
        .execute();
    await set(app.clock.now());
    for (const viewer of [undefined, people.friend, people.follower, people.moderator]) {
      assert.deepEqual(await getPosts(app, viewer, Object.values(posts)), []);
      assert.deepEqual((await getDiscover(app, viewer)).items, []);
    }
    assert.deepEqual((await getFeed(app, people.friend!)).items, []);
    await set(null);
  }
});

test('hides comments between people with a block', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const post = await publishPost(app, ada, { text: 'Tea?', privacy: 'public', photos: [] });
  await addComment(app, bob, post, 'From Bob');
  await addComment(app, carol, post, 'From Carol');
  await block(app, bob, carol.id);
  const textsFor = async (viewer: Viewer | undefined) =>
    (await getComments(app, viewer, post)).comments.map(({ text }) => text);
  assert.deepEqual(await textsFor(bob), ['From Bob']);
  assert.deepEqual(await textsFor(carol), ['From Carol']);
  assert.deepEqual(await textsFor(ada), ['From Bob', 'From Carol']);
  assert.deepEqual(await textsFor(undefined), ['From Bob', 'From Carol']);
});
