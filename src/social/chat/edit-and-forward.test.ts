import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { connect } from '../relationships/connect.ts';

type Fields = Record<string, unknown>;

testPlaza('a message can be edited by its author and forwarded by its readers', async (world) => {
  const { app, plaza, ada, bob, carol } = world;
  const ask = (viewer: Viewer, method: 'GET' | 'POST', path: string, body?: object) =>
    plaza.api(viewer, method, `/apis/php/chat/${path}`, body);
  const data = async (...call: Parameters<typeof ask>) => {
    const { status, body } = await ask(...call);
    assert.equal(status, 200, body.message);
    return body.data as Fields;
  };
  const messages = async (viewer: Viewer, id: unknown) =>
    (await data(viewer, 'GET', `messages?conversation_id=${String(id)}`)).messages as Fields[];
  for (const other of [bob, carol]) {
    await connect(app, ada, 'friend-add', other.id);
    await connect(app, other, 'friend-accept', ada.id);
  }
  const { conversation_id: withBob } = await data(ada, 'POST', 'message', {
    recipients: [bob.id],
    message: 'On my way',
  });
  const { conversation_id: withCarol } = await data(ada, 'POST', 'message', {
    recipients: [carol.id],
    message: 'Hello',
  });
  const newest = async (viewer: Viewer, id: unknown) => (await messages(viewer, id)).at(-1) ?? {};
  const { message_id } = await newest(bob, withBob);
  await data(ada, 'POST', 'actions/edit', { message_id, message: 'On my way, *soon*' });
  const edited = await newest(bob, withBob);
  assert.deepEqual([edited.message, edited.message_id], ['On my way, *soon*', message_id]);
  assert.ok(Date.parse(String(edited.edited)) > 0);
  await data(ada, 'POST', 'actions/forward', { message_id, conversation_id: withCarol });
  const forwarded = await newest(carol, withCarol);
  assert.deepEqual([forwarded.message, forwarded.is_forwarded], ['On my way, *soon*', true]);
  const refused = async (viewer: Viewer, path: string, body: object) => {
    const answer = await ask(viewer, 'POST', path, body);
    return [answer.status, (answer.body as Fields).field ?? null, answer.body.message];
  };
  const noMessage = await refused(carol, 'actions/edit', { message_id: '999999999999', message: 'Mine' });
  assert.equal(noMessage[0], 404);
  assert.deepEqual(await refused(carol, 'actions/edit', { message_id, message: 'Mine' }), noMessage);
  assert.deepEqual(
    await refused(carol, 'actions/forward', { message_id, conversation_id: withCarol }),
    noMessage,
  );
  assert.equal((await refused(bob, 'actions/edit', { message_id, message: 'Mine' }))[0], 403);
  assert.equal((await refused(ada, 'actions/edit', { message_id, message: ' ' }))[0], 400);
  assert.equal((await refused(ada, 'actions/edit', { message_id, message: 'x'.repeat(6001) }))[0], 400);
  assert.equal((await refused(ada, 'actions/forward', { message_id }))[0], 400);
  assert.equal((await refused(bob, 'actions/forward', { message_id, conversation_id: withCarol }))[0], 404);
  assert.equal((await newest(bob, withBob)).message, 'On my way, *soon*');
  assert.equal((await messages(carol, withCarol)).length, 2);
});
