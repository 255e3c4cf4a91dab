import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { test, testWithDatabase } from '../../../test/app.ts';
import { createWorld } from '../../../test/world.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { findOrCreateDirectConversation } from '../chat/conversations/conversations.ts';
import { sendMessage } from '../chat/messages/messages.ts';
import { addComment } from '../comments/comments.ts';
import { deleteOldEvents } from '../live/backlog.ts';
import { publishPost } from '../posts/publishing.ts';
import { notificationKinds } from '../notify/kinds.ts';
import { react } from '../reactions/reactions.ts';
import { connect } from '../relationships/connect.ts';
import { getCounters, resetCounter } from './counters.ts';

/** Adds accounts that all requested the friendship of the viewer and follow them. */
async function addRequests(app: App, { id }: Viewer, count: number): Promise<void> {
  const now = app.clock.now();
  await sql`
    with person as (
      insert into identity.account (username, email, password_hash, first_name, last_name, registered_at, activated_at)
      select 'crowd' || n, 'crowd' || n || '@example.org', '', 'Crowd', n::text, ${now}::timestamptz, ${now}::timestamptz
      from generate_series(1, ${sql.lit(count)}) as n returning id
    ), request as (
      insert into social.friendship (requester_id, recipient_id, requested_at)
      select id, ${id}, ${now}::timestamptz from person
    ), post as (
      insert into social.post (author_id, text, privacy, created_at)
      select ${id}, id::text, 'public', ${now}::timestamptz from person returning id, text
    ), notification as (
      insert into social.notification (account_id, kind, post_id, on_page, at)
      select ${id}, 'reaction', id, true, ${now}::timestamptz from post returning id, post_id
    )
    insert into social.notification_actor (notification_id, actor_id, at)
    select notification.id, post.text::bigint, ${now}::timestamptz
    from notification join post on post.id = notification.post_id`.execute(app.db);
}

const suspendAllBut = (app: App, count: number) =>
  sql`update identity.account set suspended_at = now() where username like 'crowd%' and id not in (
    select id from identity.account where username like 'crowd%' order by id limit ${count})`.execute(app.db);

const count = async (app: App, viewer: Viewer) => {
  const { friendRequests, notifications } = await getCounters(app, viewer);
  return [friendRequests, notifications];
};

test('counters stop at a hundred, and count visible items exactly below', async (app) => {
  const { ada } = await createWorld(app);
  await addRequests(app, ada, 150);
  assert.deepEqual(await count(app, ada), [100, 100]);
  await suspendAllBut(app, 60);
  assert.deepEqual(await count(app, ada), [60, 60]);
});

test('counters of an account with very many items are exact if few are visible', async (app) => {
  const { ada } = await createWorld(app);
  await addRequests(app, ada, 210);
  assert.deepEqual(await count(app, ada), [100, 100]);
  await suspendAllBut(app, 7);
  assert.deepEqual(await count(app, ada), [7, 7]);
});

testWithDatabase('counters that are remembered change with what they count', async ({ app }) => {
  const { ada, bob, carol } = await createWorld(app);
  const postId = await publishPost(app, ada, { text: 'Said', privacy: 'public', photos: [] });
  const conversationId = await findOrCreateDirectConversation(app, bob, { ...ada, isRequest: false });
  const changes: readonly [string, () => Promise<unknown>][] = [
    ['a reaction', () => react(app, bob, postId, 'like')],
    ['no reaction', () => react(app, bob, postId, null)],
    ['a comment', () => addComment(app, carol, postId, 'Yes')],
    ['a request', () => connect(app, bob, 'friend-add', ada.id)],
    ['a message', () => sendMessage(app, bob, { conversationId, text: 'Hello' })],
    ['notifications seen', () => resetCounter(app, ada, 'notifications')],
    ['requests seen', () => resetCounter(app, ada, 'friend_requests')],
    ['another comment', () => addComment(app, carol, postId, 'No')],
    ['a block', () => connect(app, ada, 'block', carol.id)],
    ['a block of a friend', () => connect(app, ada, 'block', bob.id)],
  ];
  for (const [what, change] of changes) {
    await getCounters(app, ada);
    await change();
    const counted = await app.db.transaction().execute((db) => getCounters({ ...app, db }, ada));
    assert.deepEqual(await getCounters(app, ada), counted, what);
    await deleteOldEvents(app); // Assigns positions first.
    for (const again of [await getCounters(app, ada), await getCounters(app, ada)])
      assert.deepEqual({ ...again, position: '' }, { ...counted, position: '' }, what);
  }
});

testWithDatabase('the database accepts each kind of notification, and no other', async ({ app }) => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'notification_kind_check'`.execute(
    app.db,
  );
  const accepted = [...(rows[0]?.definition ?? '').matchAll(/'(\w+)'/g)].map(([, kind = '']) => kind);
  assert.deepEqual(accepted.toSorted(), notificationKinds.toSorted());
});
