import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { test } from '../../../test/app.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { acceptFriend } from '../relationships/friends/accept-friend.ts';
import { sendFriendRequest } from '../relationships/friends/send-friend-request.ts';
import { follow } from '../relationships/follows/follow.ts';
import { publishPost } from '../posts/publish-post.ts';
import { getDiscover } from './get-discover.ts';
import { getFeed } from './get-feed.ts';

/** Inserts posts by many people in an irregular order, some for friends, some held, some deleted. */
async function writeMany(app: App, authors: readonly Viewer[], count: number): Promise<void> {
  const now = app.clock.now();
  const rows = Array.from({ length: count }, (_, i) => ({
    author_id: authors[(i * i + 3 * i) % authors.length]?.id ?? '',
    text: `${i}`,
    privacy: i % 3 === 0 ? 'friends' : 'public',
    created_at: now,
    held_at: i % 11 === 0 ? now : null,
    deleted_at: i % 13 === 0 ? now : null,
  }));
  await app.db.insertInto('social.post').values(rows).execute();
}

/** The same feed as a naive query that scans all posts. */
async function readNaively(app: App, { id: me }: Viewer): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from social.post where deleted_at is null and (
      author_id = ${me}
      or (held_at is null and privacy = 'public'
        and author_id in (select followed_id from social.follow where follower_id = ${me}))
      or (held_at is null and author_id in (
        select case requester_id when ${me} then recipient_id else requester_id end from social.friendship
        where accepted_at is not null and (requester_id = ${me} or recipient_id = ${me}))))
    order by id desc`.execute(app.db);
  return rows.map(({ id }) => id);
}

test('a feed read page by page equals a naive query over all posts', async (app) => {
  const { ada, bob, carol, olga } = await createWorld(app);
  const fay = await addPerson(app, 'fay');
  const stranger = await addPerson(app, 'stan');
  for (const friend of [bob, carol]) {
    await sendFriendRequest(app, ada, friend.id);
    await acceptFriend(app, friend, ada.id);
  }
  await follow(app, ada, fay.id);
  await follow(app, ada, bob.id);
  await sendFriendRequest(app, ada, olga.id);
  await writeMany(app, [ada, bob, carol, olga, fay, stranger], 200);

  const expected = await readNaively(app, ada);
  assert.ok(expected.length > 80);
  const byPosition: string[] = [];
  let before: string | undefined;
  do {
    const { items: posts, next: older } = await getFeed(app, ada, { before });
    byPosition.push(...posts.map(({ id }) => id));
    before = older;
  } while (before !== undefined);
  assert.deepEqual(byPosition, expected);

  const byPage: string[] = [];
  for (let page = 0, more = true; more; page += 1) {
    const { items: posts, next: older } = await getFeed(app, ada, { page });
    byPage.push(...posts.map(({ id }) => id));
    more = older !== undefined;
  }
  assert.deepEqual(byPage, expected);
});

test('a person without connections sees public posts and their own', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const say = (author: Viewer, text: string, privacy: 'public' | 'friends') =>
    publishPost(app, author, { text, privacy, photos: [] });
  const own = await say(ada, 'For friends to come', 'friends');
  const other = await say(bob, 'For all', 'public');
  await say(bob, 'For friends', 'friends');
  const feed = await getFeed(app, ada);
  assert.equal(feed.isFilled, true);
  assert.deepEqual(
    feed.items.map(({ id }) => id),
    [other, own],
  );
  await follow(app, ada, carol.id);
  const later = await getFeed(app, ada);
  assert.equal(later.isFilled, false);
  assert.deepEqual(
    later.items.map(({ id }) => id),
    [own],
  );
  assert.deepEqual(
    (await getDiscover(app, ada)).items.map(({ id }) => id),
    [other],
  );
});
