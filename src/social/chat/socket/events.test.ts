import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServices } from '../../../../test/services.ts';
import { createWorld } from '../../../../test/world.ts';
import { minutes } from '../../../kernel/time.ts';
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
