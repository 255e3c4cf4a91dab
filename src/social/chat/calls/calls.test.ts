import assert from 'node:assert/strict';
import { testPlaza } from '../../../../test/ask-plaza.ts';
import { befriend, deviceOf, openCalls } from '../../../../test/journeys/chat/calls.ts';
import { queuedJobs } from '../../../../test/jobs.ts';
import { seconds } from '../../../kernel/time.ts';
import { erasePlaza } from '../../accounts/data/erase-plaza.ts';
import { sendMessage } from '../messages/messages.ts';
import { endRing, endSilentCalls } from './open-call.ts';

testPlaza(
  'a call rings, is answered on one device, and leaves a message with its duration',
  async (world) => {
    const { app, ada, bob } = world;
    const calls = await openCalls(world);
    const call = await calls.start(ada, calls.id, 'video');
    assert.deepEqual(
      [call.state, call.name, call.participants.map(({ state }) => state)],
      ['joined', 'Bob Test', ['ringing']],
    );
    const [ringing] = await calls.live(bob);
    assert.deepEqual([ringing?.state, ringing?.caller?.user_name], ['ringing', 'ada']);
    await calls.join(bob, call);
    assert.deepEqual(
      (await calls.live(bob)).map(({ state }) => state),
      ['joined'],
      'the call no longer rings',
    );
    const seen = await calls.read(ada, call);
    assert.deepEqual([seen.participants[0]?.state, seen.participants[0]?.device], ['joined', deviceOf(bob)]);
    const other = await calls.join(bob, call, 2);
    assert.equal(other.device, deviceOf(bob, 2), 'another device takes over');
    assert.equal(
      (await calls.ask(bob, 'pulse', { call_id: call.call_id, device: deviceOf(bob) })).status,
      409,
    );
    await calls.ask(bob, 'leave', { call_id: call.call_id, device: deviceOf(bob) });
    assert.equal((await calls.read(ada, call)).ended_time, '', 'the previous device does not end the call');
    app.clock.turn(seconds(180));
    await calls.leave(ada, call);
    const after = await calls.read(bob, call);
    assert.deepEqual([after.state, after.duration, after.participants[0]?.state], ['left', 180, 'left']);
    assert.deepEqual(await calls.live(ada), []);
    assert.deepEqual(await calls.lines(ada), ['Video call, 3 min']);
    assert.deepEqual(await calls.lines(bob), ['Video call, 3 min']);
    await calls.leave(bob, call);
    assert.equal(
      (await calls.ask(bob, 'join', { call_id: call.call_id, device: deviceOf(bob) })).status,
      410,
    );
    assert.equal((await calls.list(bob)).length, 1);
  },
);

testPlaza('an unanswered call is missed after the ring time', async (world) => {
  const { app, ada, bob } = world;
  const calls = await openCalls(world);
  await calls.ask(bob, 'start', { conversation_id: calls.id, device: 'x' }).then(({ status, message }) => {
    assert.equal(status, 400);
    assert.match(message, /device/);
  });
  const read = await calls.unread(bob);
  const call = await calls.start(ada);
  const job = (await queuedJobs(app)).find(({ name }) => name === 'social.end-call-ring');
  assert.equal(job?.runAt.getTime(), app.clock.now().getTime() + seconds(45));
  app.clock.turn(seconds(45));
  for (let runs = 0; runs < 2; runs++) await endRing(app, job.payload as Parameters<typeof endRing>[1]);
  assert.deepEqual(
    [(await calls.read(bob, call)).state, (await calls.read(ada, call)).state],
    ['missed', 'cancelled'],
  );
  assert.deepEqual([await calls.lines(bob), await calls.lines(ada)], [['Missed call'], ['Call, no answer']]);
  assert.equal(await calls.unread(bob), read + 1, 'a missed call counts as unread');
  const pushed = (await queuedJobs(app)).filter(({ name }) => name === 'social.push-message');
  assert.equal(pushed.length, 2, 'one for the message, one for the missed call');
});

testPlaza('two people who call each other at the same time join one call', async (world) => {
  const { ada, bob } = world;
  const calls = await openCalls(world);
  const [one, other] = [await calls.start(ada), await calls.start(bob)];
  assert.equal(one.call_id, other.call_id);
  assert.deepEqual([other.state, other.participants[0]?.state], ['joined', 'joined']);
  assert.equal((await calls.list(ada)).length, 1);
});

testPlaza('a call can be declined, and a person in another call is busy', async (world) => {
  const { app, ada, bob, carol } = world;
  const calls = await openCalls(world);
  const declined = await calls.start(ada);
  await calls.leave(bob, declined);
  assert.deepEqual(
    [(await calls.read(ada, declined)).state, (await calls.read(bob, declined)).state],
    ['declined', 'declined'],
  );
  assert.deepEqual([await calls.lines(ada), await calls.lines(bob)], [['Call declined'], ['Declined call']]);

  await calls.join(bob, await calls.start(ada));
  await befriend(app, carol, bob);
  await befriend(app, carol, ada);
  const { conversationId } = await sendMessage(app, carol, { recipients: [bob.id], text: 'Hi' });
  const busy = await calls.start(carol, conversationId);
  assert.deepEqual([busy.state, busy.ended_time !== ''], ['busy', true], 'the call ends immediately');
  assert.deepEqual(await calls.lines(bob, conversationId), ['Missed call']);
  assert.equal((await calls.live(bob)).length, 1);
  const second = await calls.ask(bob, 'start', { conversation_id: conversationId, device: deviceOf(bob) });
  assert.equal(second.status, 409);
});

testPlaza(
  'a silent device leaves after the grace period, unless the service itself was down',
  async (world) => {
    const { app, ada, bob } = world;
    const calls = await openCalls(world);
    let call = await calls.start(ada);
    await calls.join(bob, call);
    for (let n = 0; n < 4; n++) {
      app.clock.turn(seconds(9));
      assert.equal((await calls.pulse(ada, call)).ended_time === '', n < 3, `after ${(n + 1) * 9} s`);
    }
    call = await calls.start(ada);
    await calls.join(bob, call);
    app.clock.turn(seconds(50));
    assert.equal(
      (await calls.pulse(ada, call)).ended_time,
      '',
      'the call continues if all devices were silent',
    );
    assert.equal((await calls.pulse(bob, call)).ended_time, '');
    await calls.pulse(bob, call, { is_away: true });
    app.clock.turn(seconds(5));
    await calls.join(bob, call);
    app.clock.turn(seconds(9));
    assert.equal((await calls.pulse(ada, call)).ended_time, '', 'a reloaded page rejoins in time');
    await calls.pulse(bob, call, { is_away: true });
    app.clock.turn(seconds(9));
    assert.notEqual((await calls.pulse(ada, call)).ended_time, '', 'the call ends after a page is closed');
    call = await calls.start(ada);
    await calls.join(bob, call);
    app.clock.turn(seconds(60));
    await endSilentCalls(app);
    assert.equal((await calls.read(ada, call)).ended_time, '');
    app.clock.turn(seconds(40));
    await endSilentCalls(app);
    assert.notEqual((await calls.read(ada, call)).ended_time, '', 'the call ends when both are gone');
  },
);

testPlaza('calls of an erased account stay visible for the other person', async (world) => {
  const { app, ada, bob } = world;
  const calls = await openCalls(world);
  const call = await calls.start(ada);
  await calls.join(bob, call);
  await erasePlaza(app, ada.id);
  const [past] = await calls.list(bob);
  assert.deepEqual(
    [past?.name, past?.user, past?.caller, past?.state],
    ['Former member', null, null, 'left'],
  );
  assert.deepEqual(await calls.lines(bob), ['Call, 0 s']);
});
