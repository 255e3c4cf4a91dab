import { days, hours } from '../../src/kernel/time.ts';
import type { App } from '../../src/platform/app.ts';
import { acceptFriend, sendFriendRequest } from '../../src/social/relationships/connect.ts';
import { follow } from '../../src/social/relationships/follows.ts';
import { at } from './at.ts';
import type { Cast } from './cast.ts';
import { viewerOf } from './cast.ts';
import type { Random } from './chance.ts';
import type { Thread } from './get-threads.ts';

/** Pairs of friends by username, in alphabetical order. */
export type Friendships = ReadonlySet<string>;

const pairOf = (one: string, other: string) => [one, other].sort().join(' ');

export const areFriends = (friendships: Friendships, one: string, other: string) =>
  friendships.has(pairOf(one, other));

/**
 * Creates friendships and follows: people who talk repeatedly or below friends-only posts become friends, and
 * a single comment makes a follower.
 */
export async function addFriendships(
  app: App,
  cast: Cast,
  threads: readonly Thread[],
  chance: Random,
): Promise<Friendships> {
  const talks = countTalks(threads);
  const friendships = new Set<string>();
  let time = app.clock.now().getTime() - days(29);
  for (const [pair, count] of talks) {
    const [asker = '', asked = ''] = chance.shuffle(pair.split(' '));
    const [one, other] = [viewerOf(cast, asker), viewerOf(cast, asked)];
    if (count > 1) {
      await sendFriendRequest(at(app, (time += hours(0.2))), one, other.id);
      await acceptFriend(at(app, (time += hours(0.1))), other, one.id);
      friendships.add(pair);
    }
    if (count > 1 || chance.isLucky(0.7)) await follow(at(app, time), one, other.id);
    if (chance.isLucky(0.5)) await follow(at(app, time), other, one.id);
  }
  await addFollowsOfFirst(app, cast, friendships, chance);
  return friendships;
}

/** Counts how often each pair comments below each other's posts. Friends-only posts count double. */
function countTalks(threads: readonly Thread[]): Map<string, number> {
  const talks = new Map<string, number>();
  for (const { author, privacy, comments } of threads)
    for (const comment of comments) {
      if (comment.author === author) continue;
      const pair = pairOf(author, comment.author);
      talks.set(pair, (talks.get(pair) ?? 0) + (privacy === 'friends' ? 2 : 1));
    }
  return talks;
}

/**
 * The first demo account follows most of the others, so that its feed is full, and has three pending friend
 * requests.
 */
async function addFollowsOfFirst(
  app: App,
  cast: Cast,
  friendships: Friendships,
  chance: Random,
): Promise<void> {
  const [ada, ...others] = cast.values();
  if (!ada) return;
  const now = app.clock.now().getTime();
  for (const other of others) if (chance.isLucky(0.8)) await follow(at(app, now - days(20)), ada, other.id);
  const strangers = others.filter(({ username }) => !areFriends(friendships, ada.username, username));
  for (const [i, stranger] of strangers.slice(0, 3).entries())
    await sendFriendRequest(at(app, now - hours(5 * i + 1)), stranger, ada.id);
}
