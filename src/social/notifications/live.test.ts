import assert from 'node:assert/strict';
import { test, type TestApp } from '../../../test/app.ts';
import { createWorld } from '../../../test/world.ts';
import type { Viewer } from '../../platform/app.ts';
import { addComment, deleteComment } from '../comments/comments.ts';
import { connect } from '../relationships/connect.ts';
import { mute } from '../relationships/blocks.ts';
import { deletePost } from '../posts/deleting.ts';
import { publishPost } from '../posts/publishing.ts';
import { react } from '../reactions/reactions.ts';
import { markRead, markNotificationsSeen, notificationLiveKinds, resetCounter } from './counters.ts';

const [counters, notification] = notificationLiveKinds;

/** Returns and clears a person's pending events. */
async function drainEvents(app: TestApp, { id }: Viewer) {
  const events = await app.db
    .deleteFrom('social.live_event')
    .where('account_id', '=', id)
    .returning(['id', 'name', 'data'])
    .execute();
  return events.sort((a, b) => Number(a.id) - Number(b.id));
}

test('open pages receive every counter change', async (app) => {
  const { olga, ada, bob, carol } = await createWorld(app);
  const post = await publishPost(app, ada, { text: 'Mine', privacy: 'public', photos: [] });
  let comment = '';
  const steps: [title: string, () => Promise<unknown>][] = [
    ['a reaction', () => react(app, bob, post, 'like')],
    ['taken back', () => react(app, bob, post, null)],
    ['a comment', async () => (comment = await addComment(app, bob, post, 'Well'))],
    ['that is deleted', () => deleteComment(app, bob, comment)],
    ['a request', () => connect(app, bob, 'friend-add', ada.id)],
    ['called off', () => connect(app, bob, 'friend-cancel', ada.id)],
    ['again', () => connect(app, bob, 'friend-add', ada.id)],
    ['declined', () => connect(app, ada, 'friend-decline', bob.id)],
    ['another', () => connect(app, carol, 'friend-add', ada.id)],
    ['accepted', () => connect(app, ada, 'friend-accept', carol.id)],
    ['somebody muted', () => mute(app, ada, bob.id)],
    ['a reset', () => resetCounter(app, ada, 'friend_requests')],
    ['looked at', () => markNotificationsSeen(app, ada)],
    ['read', () => markRead(app, ada)],
    ['a block', () => connect(app, ada, 'block', carol.id)],
  ];
  await drainEvents(app, ada);
  for (const [title, step] of steps) {
    await step();
    const names = (await drainEvents(app, ada)).map(({ name }) => name);
    assert.ok(names.includes('counters'), title);
  }
  const theirs = await publishPost(app, bob, { text: 'Hello @ada', privacy: 'public', photos: [] });
  await drainEvents(app, ada);
  await deletePost(app, bob, theirs);
  assert.deepEqual(
    (await drainEvents(app, ada)).map(({ name }) => name),
    ['counters'],
  );
  assert.deepEqual(await drainEvents(app, olga), [], 'nobody else is notified');
});

test('an event contains what its receiver may see at delivery', async (app) => {
  const { ada, bob, carol } = await createWorld(app);
  const post = await publishPost(app, ada, { text: 'Mine', privacy: 'public', photos: [] });
  await react(app, bob, post, 'like');
  const [event] = (await drainEvents(app, ada)).filter(({ name }) => name === 'notification');
  assert.ok(event && notification && counters);
  const data = event.data as { id: string };
  assert.deepEqual(await notification.read(app, ada, data), { id: data.id });
  assert.equal(
    await notification.read(app, carol, data),
    undefined,
    'people cannot read notifications of others',
  );
  assert.deepEqual(await counters.read(app, ada, {}), { friendRequests: 0, messages: 0, notifications: 1 });
  await connect(app, ada, 'block', bob.id);
  assert.equal(
    await notification.read(app, ada, data),
    undefined,
    'notifications from blocked people are not sent',
  );
  assert.deepEqual(await counters.read(app, ada, {}), { friendRequests: 0, messages: 0, notifications: 0 });
});
