// What calls and push notifications show, to whom, and when they stop.
import assert from 'node:assert/strict';
import { days } from '../../../src/kernel/time.ts';
import type { Viewer } from '../../../src/platform/app.ts';
import { startSession, endSession, findSession } from '../../../src/identity/sessions/sessions.ts';
import { addComment } from '../../../src/social/comments/comments.ts';
import { createGroup } from '../../../src/social/chat/conversations/conversations.ts';
import { sendMessage } from '../../../src/social/chat/messages/messages.ts';
import {
  queueChatPushes,
  sendCallPush,
  sendChatPush,
  sendPush,
} from '../../../src/social/notifications/push/send-push.ts';
import { deletePost } from '../../../src/social/posts/deleting.ts';
import { publishPost } from '../../../src/social/posts/publishing.ts';
import { connect } from '../../../src/social/relationships/connect.ts';
import { testPlaza, type World } from '../../ask-plaza.ts';
import { queuedJobs } from '../../jobs.ts';
import { createBrowser, readAs, startPushService } from '../../push-service.ts';
import { device } from '../../world.ts';
import { deviceOf, openCalls } from '../chat/calls.ts';
import { befriend, setPrivacy } from './privacy-people.ts';

/** A browser of a person, and what the queued pushes show in it. */
async function openBrowser({ app }: World, person: Viewer) {
  const service = await startPushService();
  const browser = createBrowser();
  const session = await findSession(app, await startSession(app, person.id, device));
  await app.db
    .insertInto('social.push_subscription')
    .values({
      account_id: person.id,
      session_id: session?.id ?? '',
      endpoint: `${service.url}/201`,
      ...browser.keys,
      created_at: app.clock.now(),
    })
    .execute();
  const works: Record<string, (payload: never) => Promise<void>> = {
    'social.push-notification': (payload) => sendPush(app, payload),
    'social.push-call': (payload) => sendCallPush(app, payload),
    'social.push-message': (payload) => queueChatPushes(app, payload),
    'social.push-message-to': (payload) => sendChatPush(app, payload),
  };
  const done = new Set<string>();
  const run = async () => {
    for (const [n, { name, payload }] of (await queuedJobs(app)).entries()) {
      if (!(name in works) || done.has(`${n} ${name}`)) continue;
      done.add(`${n} ${name}`);
      await works[name]?.(payload as never);
    }
  };
  return {
    sessionId: session?.id ?? '',
    /** Runs the jobs that were queued since, and returns the bodies. */
    shown: async (): Promise<string[]> => {
      service.received.length = 0;
      await run();
      await run();
      return service.received.map(({ body }) => readAs(browser, body) ?? '');
    },
    close: () => service.close(),
  };
}

const changes: [name: string, change: (world: World, post: string, sessionId: string) => Promise<unknown>][] =
  [
    ['the session ended', ({ app, ada }, _post, sessionId) => endSession(app, ada.id, sessionId)],
    [
      'the session expired',
      ({ app }) => {
        app.clock.turn(days(500));
        return Promise.resolve();
      },
    ],
    [
      'pushes of this kind were switched off',
      ({ app, ada }) =>
        app.db
          .insertInto('social.notification_choice')
          .values({ account_id: ada.id, kind: 'comment', on_page: true, by_mail: false, by_push: false })
          .execute(),
    ],
    ['the author was blocked', ({ app, ada, bob }) => connect(app, ada, 'block', bob.id)],
    ['the post was deleted', ({ app, ada }, post) => deletePost(app, ada, post)],
  ];

for (const [name, change] of changes)
  testPlaza(`a push that is queued shows nothing once ${name}`, async (world) => {
    const { app, ada, bob } = world;
    const { shown, sessionId, close } = await openBrowser(world, ada);
    try {
      const post = await publishPost(app, ada, { text: 'Mine', privacy: 'public', photos: [] });
      await addComment(app, bob, post, 'The secret word');
      assert.match((await shown()).join(''), /Bob Test commented/);
      const second = await publishPost(app, ada, { text: 'Another', privacy: 'public', photos: [] });
      await addComment(app, bob, second, 'The other word');
      await change(world, second, sessionId);
      assert.deepEqual(await shown(), []);
    } finally {
      close();
    }
  });

testPlaza('messages and calls are not pushed to sessions that ended or expired', async (world) => {
  const { app, ada, bob } = world;
  const calls = await openCalls(world);
  const { shown, close } = await openBrowser(world, bob);
  try {
    await shown();
    await sendMessage(app, ada, { conversationId: calls.id, text: 'Are you there?' });
    assert.match((await shown()).join(''), /Are you there/);
    app.clock.turn(days(500));
    await sendMessage(app, ada, { conversationId: calls.id, text: 'And now?' });
    const call = await calls.start(ada);
    assert.deepEqual(await shown(), []);
    await calls.leave(ada, call);
  } finally {
    close();
  }
});

testPlaza('a call does not reach people with a block, before it or while it rings', async (world) => {
  const { app, ada, bob, carol } = world;
  const calls = await openCalls(world);
  await befriend(world, ada, carol);
  const group = await createGroup(app, ada, { title: 'Choir', memberIds: [bob.id, carol.id] });
  const { shown, close } = await openBrowser(world, bob);
  try {
    await shown();
    for (const conversation of [calls.id, group]) {
      const ringing = await calls.start(ada, conversation);
      assert.equal((await calls.live(bob)).length, 1);
      await connect(app, bob, 'block', ada.id);
      assert.deepEqual(await calls.live(bob), [], 'the ring ends with the block');
      assert.equal((await calls.read(bob, ringing)).status, 404);
      assert.deepEqual(await shown(), []);
      assert.equal((await calls.ask(ada, 'leave', { call_id: ringing.call_id })).status, 200);
      const later = await calls.ask(ada, 'start', {
        conversation_id: conversation,
        type: 'audio',
        device: deviceOf(ada),
      });
      assert.deepEqual(await calls.live(bob), []);
      assert.deepEqual(await shown(), []);
      assert.equal(later.status === 200, conversation === group, later.message);
      const names = JSON.stringify(later.status === 200 ? later.data.call.participants : []);
      assert.ok(!names.includes('"bob"'), 'and the caller sees no state of theirs');
      if (later.status === 200) await calls.ask(ada, 'leave', { call_id: later.data.call.call_id });
      await connect(app, bob, 'unblock', ada.id);
      await befriend(world, ada, bob);
    }
  } finally {
    close();
  }
});

testPlaza('that someone is in another call is shown only where both share their presence', async (world) => {
  const { ada, bob, carol, app } = world;
  const calls = await openCalls(world);
  await befriend(world, bob, carol);
  await befriend(world, ada, carol);
  const { conversationId } = await sendMessage(app, carol, { recipients: [bob.id], text: 'Hello' });
  await sendMessage(app, bob, { conversationId, text: 'Hello' });
  const taken = await calls.start(ada);
  await calls.join(bob, taken);
  for (const [bobs, carols, state] of [
    [{}, {}, 'busy'],
    [{ presence: false }, {}, 'ringing'],
    [{}, { presence: false }, 'ringing'],
  ] as const) {
    await setPrivacy(world, bob, bobs);
    await setPrivacy(world, carol, carols);
    const call = await calls.start(carol, conversationId);
    assert.deepEqual(
      call.participants.map((each) => each.state),
      [state],
      JSON.stringify([bobs, carols]),
    );
    await calls.ask(carol, 'leave', { call_id: call.call_id });
  }
});
