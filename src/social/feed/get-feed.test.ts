import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { test } from '../../../test/app.ts';
import { addPerson, createWorld } from '../../../test/world.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { acceptFriend, sendFriendRequest } from '../relationships/connect.ts';
import { follow } from '../relationships/follows.ts';
import { publishPost } from '../posts/publishing.ts';
import { fanOutRest } from './fan-out.ts';
import { getDiscover, getFeed } from './feed.ts';
import { mergedIds } from './ids/merged-ids.ts';

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

/** The same feed as a naive query over all posts. */
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

test('a feed of very many sources has exactly their posts for the reader, within and beyond its list', async (app) => {
  const { ada } = await createWorld(app);
  const now = app.clock.now();
  const people = await app.db
    .insertInto('identity.account')
    .values(
      Array.from({ length: 90 }, (_, i) => ({
        username: `source${i}`,
        email: `source${i}@example.org`,
        password_hash: '',
        first_name: 'Source',
        last_name: `${i}`,
        registered_at: now,
        activated_at: now,
      })),
    )
    .returning('id')
    .execute();
  const ids = people.map(({ id }) => id);
  // Every sixth is a stranger. Of the others, some are friends, muted, blocked, suspended or celebrities.
  const known = ids.filter((_, i) => i % 6 !== 0);
  const every = (n: number) => known.filter((_, i) => i % n === 0);
  await app.db
    .insertInto('social.follow')
    .values(known.map((id) => ({ follower_id: ada.id, followed_id: id, created_at: now })))
    .execute();
  await app.db
    .insertInto('social.friendship')
    .values(
      every(4).map((id) => ({ requester_id: id, recipient_id: ada.id, requested_at: now, accepted_at: now })),
    )
    .execute();
  await app.db
    .insertInto('social.mute')
    .values(every(7).map((id) => ({ muter_id: ada.id, muted_id: id, created_at: now })))
    .execute();
  await app.db
    .insertInto('social.block')
    .values(every(9).map((id) => ({ blocker_id: id, blocked_id: ada.id, created_at: now })))
    .execute();
  await app.db
    .updateTable('identity.account')
    .set({ suspended_at: now })
    .where('id', 'in', every(11))
    .execute();
  const celebrities = every(5).map((id) => ({ subject: 'person', subject_id: id }));
  await app.db.insertInto('social.feed_celebrity').values(celebrities).execute();
  const pages = await app.db
    .insertInto('social.page')
    .values(
      ['liked', 'other'].map((username) => ({
        owner_id: ada.id,
        username,
        title: username,
        created_at: now,
      })),
    )
    .returning('id')
    .execute();
  const like = { page_id: pages[0]?.id ?? '', account_id: ada.id, created_at: now };
  await app.db.insertInto('social.page_like').values(like).execute();
  const rows = Array.from({ length: 500 }, (_, i) => ({
    author_id: i % 17 === 0 || i % 19 === 0 ? ada.id : (ids[(i * i + 3 * i) % ids.length] ?? ''),
    page_id: i % 19 === 0 ? (pages[i % 2]?.id ?? null) : null,
    text: `${i}`,
    privacy: i % 19 === 0 ? 'public' : (['public', 'friends', 'public', 'me'][i % 4] ?? ''),
    created_at: now,
    held_at: i % 11 === 5 ? now : null,
    deleted_at: i % 13 === 0 ? now : null,
  }));
  await app.db.insertInto('social.post').values(rows).execute();
  await fanOutRest(app);

  const { rows: all } = await sql<{ id: string }>`
    select id from social.post
    where deleted_at is null and case
      when page_id is not null then held_at is null and page_id = ${like.page_id}
      when author_id = ${ada.id} then true
      when held_at is not null or author_id = any(${[...every(7), ...every(9), ...every(11)]}::bigint[]) then false
      when privacy = 'public' then author_id = any(${known}::bigint[])
      when privacy = 'friends' then author_id = any(${every(4)}::bigint[])
      else false
    end order by id desc`.execute(app.db);
  const expected = all.map(({ id }) => id);
  assert.ok(expected.length > 120);
  // Directly, because pages omit what the reader may not see once more.
  for (const before of [undefined, expected[30]])
    assert.deepEqual(
      await mergedIds(app, ada, { before, max: 21 }),
      before === undefined ? expected.slice(0, 21) : expected.slice(31, 52),
    );
  for (const FEED_LENGTH of [1, 50, 800]) {
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
