import assert from 'node:assert/strict';
import sharp from 'sharp';
import { testPlaza } from '../../../test/ask-plaza.ts';
import type { Viewer } from '../../platform/app.ts';
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

testPlaza('a message can be forwarded to somebody without a conversation', async (world) => {
  const { app, plaza, ada, bob, carol, olga } = world;
  const sent = await plaza.api(ada, 'POST', '/apis/php/chat/message', {
    recipients: [bob.id],
    message: 'The minutes',
  });
  const { conversation_id: id, last_message: last } = sent.body.data as {
    conversation_id: string;
    last_message: { message_id: string };
  };
  const page = `/messages/${id}/messages/${last.message_id}/forward`;
  assert.doesNotMatch((await plaza.page(ada, page)).text, /name="person"/);
  const found = await plaza.page(ada, `${page}?q=carol`);
  assert.match(found.text, new RegExp(`name="person" value="${carol.id}"`));
  const blocked = await plaza.form(ada, page, { person: ada.id });
  assert.deepEqual([blocked.status, blocked.text.includes('You cannot message yourself')], [422, true]);
  await connect(app, olga, 'block', ada.id);
  assert.doesNotMatch((await plaza.page(ada, `${page}?q=olga`)).text, /name="person"/);
  assert.equal((await plaza.form(ada, page, { person: olga.id })).status, 404);

  const { status, headers } = await plaza.form(ada, page, { person: carol.id });
  assert.equal(status, 303);
  assert.match((await plaza.page(carol, String(headers.location))).text, /The minutes/);
  // Now there is a conversation with her.
  assert.doesNotMatch((await plaza.page(ada, `${page}?q=carol`)).text, /name="person"/);
  const again = await plaza.api(ada, 'POST', '/apis/php/chat/actions/forward', {
    message_id: last.message_id,
    recipients: [carol.id],
  });
  assert.equal(again.status, 200);
  const inboxOf = async (viewer: Viewer) =>
    (
      await plaza.api(
        viewer,
        'GET',
        '/apis/php/chat/messages?conversation_id=' + String(headers.location).slice(10),
      )
    ).body.data as { messages: Fields[] };
  assert.deepEqual(
    (await inboxOf(carol)).messages.map(({ message, is_forwarded }) => [message, is_forwarded]),
    [
      ['The minutes', true],
      ['The minutes', true],
    ],
  );
});

testPlaza('a first message can have files and no text', async ({ plaza, ada, bob }) => {
  const body = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#345' } })
    .png()
    .toBuffer();
  const file = { field: 'files', name: 'minutes.png', body };
  assert.match(
    (await plaza.page(ada, `/messages/new?to=${bob.id}`)).text,
    /type="file"[^>]*name="files"|name="files"[^>]*type="file"/,
  );
  const empty = await plaza.multipart(ada, '/messages/new', { to: bob.id, message: ' ' });
  assert.deepEqual([empty.status, empty.text.includes('Enter a message')], [422, true]);
  const { status, headers } = await plaza.multipart(ada, '/messages/new', { to: bob.id, message: '' }, file);
  assert.equal(status, 303);
  assert.match(
    (await plaza.page(bob, String(headers.location))).text,
    /<img[^>]*src="[^"]*\/content\/uploads\/photos\//,
  );
});
