import assert from 'node:assert/strict';
import { openPlaza, testPlaza } from '../../../../test/ask-plaza.ts';
import { createHmac } from 'node:crypto';
import { deviceOf, openCalls } from '../../../../test/journeys/chat/calls.ts';
import { seconds } from '../../../kernel/time.ts';
import type { Json } from '../../../platform/broadcast.ts';
import { openLimits } from '../../../platform/limits.ts';
import type { Viewer } from '../../../platform/app.ts';
import { callLiveKinds } from '../live.ts';

testPlaza('signals are delivered only between devices of a call, within limits', async (world) => {
  const { app, ada, bob, carol } = world;
  const calls = await openCalls(world);
  const call = await calls.start(ada);
  const send = (viewer: Viewer, more: object = {}) =>
    calls.ask(viewer, 'signal', {
      call_id: call.call_id,
      device: deviceOf(viewer),
      to_user_id: viewer === ada ? bob.id : ada.id,
      to_device: deviceOf(viewer === ada ? bob : ada),
      data: '{"offer":1}',
      ...more,
    });
  assert.equal((await send(ada)).status, 404, 'no signals before the call is answered');
  assert.equal((await send(bob)).status, 409);
  await calls.join(bob, call);
  assert.equal((await send(ada)).status, 200);
  assert.equal((await send(ada, { to_user_id: carol.id })).status, 404);
  assert.equal((await send(ada, { device: deviceOf(ada, 2) })).status, 409);
  assert.equal((await send(ada, { data: 'x'.repeat(24_577) })).status, 400);
  const event = await app.db
    .selectFrom('social.live_event')
    .where('name', '=', 'call-signal')
    .select(['account_id', 'data'])
    .execute();
  assert.deepEqual(
    event.map(({ account_id }) => account_id),
    [bob.id],
  );
  const kind = callLiveKinds.find(({ name }) => name === 'call-signal');
  const read = async (viewer: Viewer) => kind?.read(app, viewer, event[0]?.data as Json);
  assert.deepEqual(await read(bob), {
    call_id: call.call_id,
    user_id: ada.id,
    device: deviceOf(ada),
    to_device: deviceOf(bob),
    data: '{"offer":1}',
  });
  assert.equal(await read(carol), undefined);
  for (let n = 0; n < 299; n++) await send(ada);
  const many = await send(ada);
  assert.equal(many.status, 429);
  app.clock.turn(seconds(61));
  assert.equal((await send(ada)).status, 200, 'old signals no longer count');
  await calls.join(bob, call, 2);
  assert.equal(await read(bob), undefined, 'a signal for the previous device is not delivered');
  await calls.leave(ada, call);
  assert.deepEqual(await app.db.selectFrom('social.call_signal').select('id').execute(), []);
  assert.equal((await send(ada)).status, 410);
});

testPlaza(
  "browsers get TURN credentials that expire, in coturn's format",
  async (world) => {
    const { app, ada, bob } = world;
    const calls = await openCalls(world);
    const { data } = await calls.ask(ada, 'start', { conversation_id: calls.id, device: deviceOf(ada) });
    const { ice_servers } = data;
    const username = `${app.clock.now().getTime() / 1000 + 43_200}:${ada.id}`;
    assert.deepEqual(ice_servers, [
      { urls: ['stun:stun.example.org:3478'] },
      {
        urls: ['turn:turn.example.org:3478', 'turns:turn.example.org:5349'],
        username,
        credential: createHmac('sha1', 'shared').update(username).digest('base64'),
      },
    ]);
    assert.equal('ice_servers' in (await calls.live(bob))[0]!, false);
  },
  {
    STUN_URLS: 'stun:stun.example.org:3478',
    TURN_URLS: 'turn:turn.example.org:3478 turns:turn.example.org:5349',
    TURN_SECRET: 'shared',
  },
);

testPlaza(
  'limits the calls a person can start in ten minutes, and the signals they can send in one',
  async (world) => {
    const config = { ...world.app.config, RATE_LIMITS: true, CALL_LIMIT: 2, CALL_SIGNAL_LIMIT: 3 };
    const memory = { ...config, REDIS_URL: '', embeddedDatabase: true, WORKERS: 1 };
    const app = { ...world.app, config, limits: await openLimits(memory, undefined, world.app.log) };
    const plaza = await openPlaza(app);
    try {
      const { ada, bob } = world;
      const calls = await openCalls({ ...world, app, plaza });
      const start = { conversation_id: calls.id, type: 'audio', device: deviceOf(ada) };
      for (let n = 0; n < 2; n++) await calls.leave(ada, await calls.start(ada));
      const refused = await calls.ask(ada, 'start', start);
      assert.equal(refused.status, 429);
      assert.match(refused.message, /Try again in (10 minutes|\d+ seconds)/);

      const call = await calls.start(bob);
      await calls.join(ada, call);
      const signal = {
        call_id: call.call_id,
        device: deviceOf(bob),
        to_user_id: ada.id,
        to_device: deviceOf(ada),
        data: '{"offer":1}',
      };
      for (let n = 0; n < 3; n++) assert.equal((await calls.ask(bob, 'signal', signal)).status, 200);
      assert.equal((await calls.ask(bob, 'signal', signal)).status, 429);
      assert.equal(
        (await calls.ask(ada, 'pulse', { call_id: call.call_id, device: deviceOf(ada) })).status,
        200,
      );
    } finally {
      await plaza.close();
    }
  },
);
