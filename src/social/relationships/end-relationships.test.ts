import assert from 'node:assert/strict';
import { test, testWithDatabase } from '../../../test/app.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { getPersonCounts } from '../tallies/tally.ts';
import { acceptFriend, cancelRequest, declineFriend, removeFriend, sendFriendRequest } from './connect.ts';
import { block, unblock } from './blocks.ts';
import { follow, unfollow } from './follows.ts';
import { declinePause, getRelation, type Friendship } from '../people/relation.ts';

const acts = { sendFriendRequest, acceptFriend, declineFriend, cancelRequest, removeFriend };
type Step = `${'ada' | 'bob'} ${keyof typeof acts}`;

const stories: [string, Step[], Friendship, Friendship][] = [
  ['no action', [], 'none', 'none'],
  ['a request', ['ada sendFriendRequest'], 'asked', 'asks'],
  ['a repeated request', ['ada sendFriendRequest', 'ada sendFriendRequest'], 'asked', 'asks'],
  ['an accepted request', ['ada sendFriendRequest', 'bob acceptFriend'], 'friends', 'friends'],
  [
    'a request accepted twice',
    ['ada sendFriendRequest', 'bob acceptFriend', 'bob acceptFriend'],
    'friends',
    'friends',
  ],
  ['requests by both', ['ada sendFriendRequest', 'bob sendFriendRequest'], 'friends', 'friends'],
  ['a declined request', ['ada sendFriendRequest', 'bob declineFriend'], 'declined', 'refused'],
  [
    'canceling a declined request',
    ['ada sendFriendRequest', 'bob declineFriend', 'ada cancelRequest'],
    'declined',
    'refused',
  ],
  [
    'accepting a declined request',
    ['ada sendFriendRequest', 'bob declineFriend', 'bob acceptFriend'],
    'friends',
    'friends',
  ],
  [
    'a request in return after declining',
    ['ada sendFriendRequest', 'bob declineFriend', 'bob sendFriendRequest'],
    'asks',
    'asked',
  ],
  ['a canceled request', ['ada sendFriendRequest', 'ada cancelRequest'], 'none', 'none'],
  ['removing a friend', ['ada sendFriendRequest', 'bob acceptFriend', 'ada removeFriend'], 'none', 'none'],
  [
    'removing, declining and canceling without a request',
    ['ada removeFriend', 'bob declineFriend', 'ada cancelRequest'],
    'none',
    'none',
  ],
  [
    'declining a friend',
    ['ada sendFriendRequest', 'bob acceptFriend', 'ada declineFriend'],
    'friends',
    'friends',
  ],
  [
    'removing a person with a pending request',
    ['ada sendFriendRequest', 'bob removeFriend'],
    'asked',
    'asks',
  ],
];

for (const [story, steps, forAda, forBob] of stories)
  test(`friendship after ${story}`, async (app) => {
    const { ada, bob } = await createWorld(app);
    for (const step of steps) {
      const [who, act] = step.split(' ') as ['ada' | 'bob', keyof typeof acts];
      await acts[act](app, who === 'ada' ? ada : bob, who === 'ada' ? bob.id : ada.id);
    }
    assert.equal((await getRelation(app, ada, bob.id)).friendship, forAda);
    assert.equal((await getRelation(app, bob, ada.id)).friendship, forBob);
    for (const { id } of [ada, bob])
      assert.equal((await getPersonCounts(app, id)).friends, forAda === 'friends' ? 1 : 0);
  });

test('the same person can ask again after a decline, but not immediately', async (app) => {
  const { ada, bob } = await createWorld(app);
  await sendFriendRequest(app, ada, bob.id);
  await declineFriend(app, bob, ada.id);
  await assert.rejects(sendFriendRequest(app, ada, bob.id), {
    kind: 'throttled',
    message: /^Your request was declined\. You can send another one from \d{4}-/,
    retryAfter: declinePause / 1000,
  });
  assert.equal((await getRelation(app, bob, ada.id)).friendship, 'refused');
  app.clock.turn(declinePause);
  assert.equal((await getRelation(app, ada, bob.id)).friendship, 'none');
  await sendFriendRequest(app, ada, bob.id);
  assert.equal((await getRelation(app, ada, bob.id)).friendship, 'asked');
  assert.equal((await getRelation(app, bob, ada.id)).friendship, 'asks');
  await acceptFriend(app, bob, ada.id);
  assert.equal((await getRelation(app, ada, bob.id)).friendship, 'friends');
});

test('rejects accepting a request that does not exist', async (app) => {
  const { ada, bob } = await createWorld(app);
  await assert.rejects(acceptFriend(app, ada, bob.id), { kind: 'missing' });
  await sendFriendRequest(app, ada, bob.id);
  await assert.rejects(acceptFriend(app, ada, bob.id), { kind: 'missing' });
});

test('counts a follow once, and unfollowing without a follow changes nothing', async (app) => {
  const { ada, bob } = await createWorld(app);
  await follow(app, ada, bob.id);
  await follow(app, ada, bob.id);
  assert.equal((await getPersonCounts(app, bob.id)).followers, 1);
  assert.equal((await getPersonCounts(app, ada.id)).followings, 1);
  assert.deepEqual(await getRelation(app, bob, ada.id), {
    isMe: false,
    friendship: 'none',
    follows: false,
    followsMe: true,
    asksToFollow: false,
    asksToFollowMe: false,
    blocks: false,
    mutes: false,
  });
  await unfollow(app, ada, bob.id);
  await unfollow(app, ada, bob.id);
  assert.equal((await getPersonCounts(app, bob.id)).followers, 0);
});

test('rejects friend requests and follows for oneself and for missing or deleted accounts', async (app) => {
  const { ada, bob } = await createWorld(app);
  for (const act of [follow, sendFriendRequest, block]) {
    await assert.rejects(act(app, ada, ada.id), { kind: 'invalid', field: 'id' });
    await assert.rejects(act(app, ada, '999999999'), { kind: 'missing' });
  }
  await app.db
    .updateTable('identity.account')
    .set({ deleted_at: app.clock.now() })
    .where('id', '=', bob.id)
    .execute();
  await assert.rejects(follow(app, ada, bob.id), { kind: 'missing' });
});

test('a block ends every relationship, and unblocking restores none', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  await sendFriendRequest(app, ada, bob.id);
  await acceptFriend(app, bob, ada.id);
  await follow(app, ada, bob.id);
  await follow(app, bob, ada.id);
  await follow(app, carol, ada.id);
  await block(app, bob, ada.id);
  await block(app, bob, ada.id);
  const nothing = { friends: 0, followers: 0, followings: 0, posts: 0 };
  assert.deepEqual(await getPersonCounts(app, bob.id), nothing);
  assert.deepEqual(await getPersonCounts(app, ada.id), { ...nothing, followers: 1 });
  for (const [one, other] of [
    [ada, bob],
    [bob, ada],
  ] as const)
    for (const act of [follow, sendFriendRequest, acceptFriend])
      await assert.rejects(act(app, one, other.id), { kind: 'missing', message: 'Person not found' });
  await unblock(app, ada, bob.id);
  await assert.rejects(
    follow(app, ada, bob.id),
    { kind: 'missing' },
    'only the person who blocked can unblock',
  );
  await unblock(app, bob, ada.id);
  assert.equal((await getRelation(app, ada, bob.id)).friendship, 'none');
  await follow(app, ada, bob.id);
});

testWithDatabase(
  'two people who send requests to each other concurrently become friends once',
  async ({ app }) => {
    const { ada, bob } = await createWorld(app);
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        sendFriendRequest(app, i % 2 ? ada : bob, i % 2 ? bob.id : ada.id),
      ),
    );
    assert.equal((await getRelation(app, ada, bob.id)).friendship, 'friends');
    for (const { id } of [ada, bob]) assert.equal((await getPersonCounts(app, id)).friends, 1);
  },
);

testWithDatabase('concurrent follows and blocks leave no follow between blocked people', async ({ app }) => {
  const { ada, bob } = await createWorld(app);
  const quietly = (work: Promise<void>) => work.catch(() => undefined);
  await Promise.all([
    ...Array.from({ length: 6 }, () => quietly(follow(app, ada, bob.id))),
    quietly(block(app, bob, ada.id)),
    ...Array.from({ length: 6 }, () => quietly(sendFriendRequest(app, bob, ada.id))),
  ]);
  const relation = await getRelation(app, bob, ada.id);
  assert.deepEqual(relation, {
    isMe: false,
    friendship: 'none',
    follows: false,
    followsMe: false,
    asksToFollow: false,
    asksToFollowMe: false,
    blocks: true,
    mutes: false,
  });
  assert.equal((await getPersonCounts(app, bob.id)).followers, 0);
});

testWithDatabase('many concurrent actions neither deadlock nor miscount', async ({ app }) => {
  const people: Viewer[] = [];
  for (const name of ['ann', 'ben', 'cat', 'dan', 'eli', 'flo', 'gus', 'hal', 'ivy'])
    people.push(await addPerson(app, name));
  const all = [follow, unfollow, sendFriendRequest, acceptFriend, block, unblock, removeFriend];
  const acts = people.flatMap((one, i) =>
    people.flatMap((other, j) =>
      i === j ? [] : all.map((_, k) => [all[(i + j + k) % all.length]!, one, other] as const),
    ),
  );
  const worker = async () => {
    for (let next = acts.pop(); next; next = acts.pop()) {
      const [act, one, other] = next;
      await act(app, one, other.id).catch((error: unknown) => {
        assert.equal((error as { kind?: string }).kind, 'missing', String(error));
      });
    }
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  for (const { id } of people) assert.deepEqual(await getPersonCounts(app, id), await count(app, id));
});

/** The counts that the tallies must equal. */
async function count(app: App, id: string) {
  const rows = async (table: 'social.follow', column: 'follower_id' | 'followed_id') =>
    (await app.db.selectFrom(table).where(column, '=', id).select('created_at').execute()).length;
  const friends = await app.db
    .selectFrom('social.friendship')
    .where((eb) => eb.or([eb('requester_id', '=', id), eb('recipient_id', '=', id)]))
    .where('accepted_at', 'is not', null)
    .select('id')
    .execute();
  return {
    friends: friends.length,
    followers: await rows('social.follow', 'followed_id'),
    followings: await rows('social.follow', 'follower_id'),
    posts: 0,
  };
}
