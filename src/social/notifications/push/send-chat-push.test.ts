import assert from 'node:assert/strict';
import { testPlaza, type World } from '../../../../test/ask-plaza.ts';
import { queuedJobs } from '../../../../test/jobs.ts';
import { createBrowser, readAs, startPushService } from '../../../../test/push-service.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { hours } from '../../../kernel/time.ts';
import { closePush, pushToReader } from '../../chat/delivery/push.ts';
import { changeConversation, createGroup } from '../../chat/conversations/conversations.ts';
import { leaveConversation } from '../../chat/members/group.ts';
import { deleteMessage, editMessage, sendMessage } from '../../chat/messages/messages.ts';
import { getCounters } from '../counters.ts';
import { markConversationsSeen } from '../../chat/delivery/receipts.ts';
import { connect } from '../../relationships/connect.ts';
import { queueChatPushes, sendChatPush, sendDismissPush } from './send-push.ts';

const payloadsOf = async (app: App, wanted: string) =>
  (await queuedJobs(app)).flatMap(({ name, payload }) =>
    name === wanted ? [payload as Record<string, unknown>] : [],
  );

type Sent = Awaited<ReturnType<typeof sendMessage>>;

/** Ada and Bob are friends, and Carol is connected to neither. Bob has a browser with push notifications. */
async function open({ app, ada, bob }: World) {
  await connect(app, ada, 'friend-add', bob.id);
  await connect(app, bob, 'friend-accept', ada.id);
  const service = await startPushService();
  const browser = createBrowser();
  await app.db
    .insertInto('social.push_subscription')
    .values({
      account_id: bob.id,
      endpoint: `${service.url}/201`,
      ...browser.keys,
      created_at: app.clock.now(),
    })
    .execute();
  return {
    say: (author: Viewer, text: string, to: { conversationId: string } | { recipients: string[] }) =>
      sendMessage(app, author, { ...to, text }),
    /** Returns what Bob's browser shows after the job of this message ran twice. */
    shownOf: async (sent: Sent) => {
      service.received.length = 0;
      for (let runs = 0; runs < 2; runs++) await queueChatPushes(app, sent);
      for (const payload of await payloadsOf(app, pushToReader.name))
        if (payload.id === sent.id)
          await sendChatPush(app, payload as unknown as Parameters<typeof sendChatPush>[1]);
      return service.received.map(({ body }) => JSON.parse(readAs(browser, body) ?? 'null') as unknown);
    },
    /** Returns the dismiss pushes sent after something was read elsewhere. */
    closedBy: async () => {
      service.received.length = 0;
      for (const payload of await payloadsOf(app, closePush.name))
        await sendDismissPush(app, payload as unknown as Parameters<typeof sendDismissPush>[1]);
      return service.received.map(({ body }) => JSON.parse(readAs(browser, body) ?? 'null') as unknown);
    },
    close: () => service.close(),
  };
}

testPlaza('pushes a message once to members who have not read it and want pushes', async (world) => {
  const { app, ada, bob } = world;
  const { say, shownOf, closedBy, close } = await open(world);
  try {
    const first = await say(ada, 'Tea at four?', { recipients: [bob.id] });
    const { conversationId } = first;
    const [job] = (await queuedJobs(app)).filter(({ name }) => name === 'social.push-message');
    assert.deepEqual(job?.payload, first);
    assert.equal(
      job.runAt.getTime() - app.clock.now().getTime(),
      3000,
      'an open page has 3 s to mark the message as read',
    );
    const shown = (body: string) => ({
      title: 'Ada Test',
      body,
      url: `/messages/${conversationId}`,
      tag: `conversation-${conversationId}`,
      count: 1,
    });
    assert.deepEqual(await shownOf(first), [shown('Tea at four?')]);

    // One notification per conversation: the newer message has already been shown.
    const second = await say(ada, 'Or at five', { conversationId });
    const third = await say(ada, 'Five it is', { conversationId });
    assert.deepEqual(await shownOf(third), [shown('Five it is')]);
    assert.deepEqual(await shownOf(second), []);

    const read = await say(ada, 'Read within 3 s', { conversationId });
    assert.deepEqual(await closedBy(), []);
    await markConversationsSeen(app, bob, [{ conversationId }]);
    assert.deepEqual(await closedBy(), [{ close: `conversation-${conversationId}`, count: 0 }]);
    assert.deepEqual(await shownOf(read), []);
    const deleted = await say(ada, 'Deleted within 3 s', { conversationId });
    await deleteMessage(app, ada, deleted.id);
    assert.deepEqual(await shownOf(deleted), []);

    await changeConversation(app, bob, conversationId, 'mute-hour');
    assert.deepEqual(await shownOf(await say(ada, 'Muted', { conversationId })), []);
    app.clock.turn(hours(1));
    assert.deepEqual(await shownOf(await say(ada, 'Not any more', { conversationId })), [
      shown('Not any more'),
    ]);
    const last = await say(ada, 'The last word', { conversationId });
    await connect(app, bob, 'block', ada.id);
    assert.deepEqual(await shownOf(last), []);
  } finally {
    close();
  }
});

testPlaza('does not push message requests or messages of groups the member left', async (world) => {
  const { app, ada, bob, carol } = world;
  const { say, shownOf, close } = await open(world);
  try {
    const request = await say(carol, 'You do not know me', { recipients: [bob.id] });
    const { conversationId } = request;
    assert.deepEqual(await shownOf(request), []);
    await changeConversation(app, bob, conversationId, 'accept');
    assert.equal((await shownOf(await say(carol, 'Hello', { conversationId }))).length, 1);

    const groupId = await createGroup(app, ada, { title: 'Bakers', memberIds: [bob.id, carol.id] });
    const group = { conversationId: groupId };
    const [pushed] = await shownOf(await say(ada, 'Who bakes?', group));
    assert.deepEqual(pushed, {
      title: 'Bakers',
      body: 'Ada Test: Who bakes?',
      url: `/messages/${groupId}`,
      tag: `conversation-${groupId}`,
      count: 2,
    });
    await connect(app, bob, 'block', carol.id);
    assert.deepEqual(await shownOf(await say(carol, 'Not for Bob', group)), []);
    const unread = await say(ada, 'And who eats?', group);
    await leaveConversation(app, bob, groupId);
    assert.deepEqual(await shownOf(unread), []);
  } finally {
    close();
  }
});

testPlaza('never pushes or counts a muted group, and one failure delays no other push', async (world) => {
  const { app, ada, bob, carol } = world;
  const { say, shownOf, close } = await open(world);
  try {
    await connect(app, ada, 'friend-add', carol.id);
    await connect(app, carol, 'friend-accept', ada.id);
    const groupId = await createGroup(app, ada, { title: 'Bakers', memberIds: [carol.id, bob.id] });
    const group = { conversationId: groupId };
    await changeConversation(app, bob, groupId, 'mute');
    await markConversationsSeen(app, bob, [group]);
    for (const text of ['Who bakes?', 'You, @Bob?']) {
      assert.deepEqual(await shownOf(await say(ada, text, group)), [], text);
      assert.equal((await getCounters(app, bob)).messages, 0, text);
    }
    assert.match((await world.plaza.page(bob, '/messages')).text, /title="You are mentioned"/);
    await changeConversation(app, bob, groupId, 'unmute');
    assert.equal((await getCounters(app, bob)).messages, 1);
    await markConversationsSeen(app, bob, [group]);
    // Carol joined first, and her browser's key is invalid.
    await app.db
      .insertInto('social.push_subscription')
      .values({
        account_id: carol.id,
        endpoint: 'https://push.example.org/1',
        p256dh: 'x',
        auth: 'x',
        created_at: app.clock.now(),
      })
      .execute();
    const named = await say(ada, 'You, @Bob?', group);
    const [pushed] = await shownOf(named);
    assert.partialDeepStrictEqual(pushed, { body: 'Ada Test mentioned you: You, @Bob?', count: 1 });
    assert.equal((await getCounters(app, bob)).messages, 1);
    for (const reader of [carol, bob])
      assert.match(
        (await world.plaza.page(reader, `/messages/${groupId}?after=1`)).text,
        /href="\/@bob">@Bob</,
      );
    await markConversationsSeen(app, bob, [group]);
    assert.equal((await getCounters(app, bob)).messages, 0);
    const isMarked = async () =>
      (await world.plaza.page(bob, '/messages')).text.includes('You are mentioned');
    const edited = await say(ada, 'Nobody', group);
    assert.equal(await isMarked(), false);
    await editMessage(app, ada, edited.id, 'Still @bob');
    assert.equal(await isMarked(), true);
    await deleteMessage(app, ada, edited.id);
    assert.equal(await isMarked(), false);
  } finally {
    close();
  }
});
