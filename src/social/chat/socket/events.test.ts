import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServices } from '../../../../test/services.ts';
import { createWorld } from '../../../../test/world.ts';
import { minutes } from '../../../kernel/time.ts';
import { checkSpace } from '../../../platform/http/overload/free-space.ts';
import { admitMember } from '../../../platform/http/overload/limiting.ts';
import { handleEvent } from './events.ts';

test('a message sent through a socket counts against the budget of the API and pages', async (context) => {
  const services = await startServices();
  context.after(() => services.stop());
  const { app } = services;
  const { ada, bob } = await createWorld(app);
  const admitted = admitMember(app, ada, '192.0.2.1');
  const message = { conversation_id: null, message: 'Hello', recipients: `[${bob.id}]` };
  const send = () => handleEvent(admitted, ada, 'event_client_send_message', message);
  assert.equal((await send()).problem, undefined);
  const rule = { name: 'chat.send:account', calls: 300, within: minutes(1) };
  for (let n = 1; n < 300; n += 1) await app.limits.consume(rule, ada.id);
  assert.equal((await send()).problem?.kind, 'throttled');
});

test('a full disk refuses messages through a socket, until there is room', async (context) => {
  const services = await startServices();
  context.after(() => services.stop());
  const config = { ...services.app.config, DISK_RESERVE_MIB: 1e9 };
  const app = { ...services.app, config };
  await checkSpace(app);
  const { ada, bob } = await createWorld(app);
  const send = (name: string, sent: object) =>
    handleEvent(admitMember(app, ada, '192.0.2.1'), ada, name, sent);
  const message = { conversation_id: null, message: 'Hello', recipients: `[${bob.id}]` };
  const { answer, problem } = await send('event_client_send_message', message);
  assert.equal(problem?.kind, 'unavailable');
  assert.deepEqual(answer, { error: true, message: problem.message });
  assert.match(problem.message, /^The disk of the server is full/);
  config.DISK_RESERVE_MIB = 1;
  await checkSpace(app);
  const sent = (await send('event_client_send_message', message)).answer as { conversation_id: string };
  config.DISK_RESERVE_MIB = 1e9;
  await checkSpace(app);
  const id = sent.conversation_id;
  assert.equal((await send('event_client_open_thread', { conversation_id: id })).problem, undefined);
});
