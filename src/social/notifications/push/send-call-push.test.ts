import assert from 'node:assert/strict';
import { testPlaza } from '../../../../test/ask-plaza.ts';
import { queuedJobs } from '../../../../test/jobs.ts';
import { deviceOf, openCalls } from '../../../../test/journeys/chat/calls.ts';
import { createBrowser, readAs, startPushService } from '../../../../test/push-service.ts';
import { seconds } from '../../../kernel/time.ts';
import { changeConversation } from '../../chat/conversations/conversations.ts';
import { sendCallPush } from './send-push.ts';

testPlaza('pushes a ringing call to people who are away, and dismisses it when answered', async (world) => {
  const { app, ada, bob } = world;
  const calls = await openCalls(world);
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
  const pushed = async (callId: string) => {
    service.received.length = 0;
    await sendCallPush(app, { callId });
    return service.received.map(({ body }) => JSON.parse(readAs(browser, body) ?? 'null') as object);
  };
  const closeMessages = async () =>
    (await queuedJobs(app)).filter(({ name }) => name === 'social.close-push').length;
  try {
    const call = await calls.start(ada, calls.id, 'video');
    const job = (await queuedJobs(app)).find(({ name }) => name === 'social.push-call');
    assert.deepEqual(job?.payload, { callId: call.call_id });
    const [shown] = await pushed(call.call_id);
    assert.deepEqual(shown && { ...shown, count: 0 }, {
      title: 'Ada Test',
      body: 'Incoming video call',
      url: `/messages/calls/${call.call_id}`,
      tag: `conversation-${calls.id}`,
      count: 0,
    });
    app.clock.turn(seconds(5));
    await calls.join(bob, call);
    assert.deepEqual(await pushed(call.call_id), [], 'an answered call is not pushed');
    assert.equal(await closeMessages(), 1);
    await calls.leave(ada, call);
    const quick = await calls.start(ada);
    await calls.leave(bob, quick);
    assert.equal(await closeMessages(), 1, 'a call that ended before its push needs no dismissal');
    await changeConversation(app, bob, calls.id, 'mute');
    const muted = await calls.start(ada);
    assert.deepEqual(await pushed(muted.call_id), []);
    await calls.ask(ada, 'leave', { call_id: muted.call_id, device: deviceOf(ada) });
  } finally {
    service.close();
  }
});
