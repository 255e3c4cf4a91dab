import assert from 'node:assert/strict';
import { testPlaza } from '../../../test/ask-plaza.ts';
import { connect } from '../relationships/connect.ts';
import { createGroup } from './conversations/conversations.ts';
import { sendMessage } from './messages/messages.ts';

testPlaza('messages can be read, sent, edited and deleted without scripts', async (world) => {
  const { ada, bob, carol, plaza } = world;
  const first = await plaza.form(ada, '/messages/new', { to: bob.id, message: 'Hello & welcome' });
  const path = String(first.headers.location);
  assert.match(path, /^\/messages\/\d+$/);
  assert.match((await plaza.page(bob, '/messages')).text, /Message requests/);
  assert.match((await plaza.page(bob, '/messages?folder=requests')).text, /Ada Test/);
  assert.match((await plaza.page(bob, path)).text, /Hello &amp; welcome[^]*Accept/);
  await plaza.form(bob, `${path}/change`, { do: 'accept' });
  assert.equal((await plaza.multipart(bob, path, { message: 'Thank you' })).status, 303);
  const page = await plaza.page(ada, path);
  assert.match(page.text, /Thank you/);
  const [, id = ''] = /data-id="(\d+)"[^]*Hello/.exec(page.text) ?? [];
  await plaza.form(ada, `${path}/messages/${id}/edit`, { message: 'Hello Bob' });
  await plaza.form(bob, `${path}/messages/${id}/react`, { reaction: 'like' });
  assert.match((await plaza.page(bob, path)).text, /Hello Bob[^]*edited[^]*aria-pressed="true"/);
  const empty = await plaza.multipart(bob, path, { message: '  ' });
  assert.equal(empty.status, 422);
  assert.match(empty.text, /Enter a message/);
  await plaza.form(ada, `${path}/messages/${id}/delete`, { for: 'everybody' });
  assert.match((await plaza.page(bob, path)).text, /Message deleted/);
  assert.equal((await plaza.form(bob, `${path}/messages/${id}/edit`, { message: 'x' })).status, 404);

  for (const [method, address] of [
    ['page', path],
    ['page', `${path}/part`],
    ['page', `${path}/details`],
    ['page', `/messages/search?in=${path.slice(10)}&q=Thank`],
    ['page', `${path}/messages/${id}/reactions`],
    ['form', `${path}/typing`],
    ['form', `${path}/change`],
    ['form', `${path}/leave`],
    ['form', `${path}/delete`],
  ] as const) {
    const { status } =
      method === 'page' ? await plaza.page(carol, address) : await plaza.form(carol, address, { do: 'mute' });
    assert.equal(status, 404, address);
  }
});

testPlaza('conversations are pinned, muted, archived and searched', async (world) => {
  const { app, ada, bob, carol, plaza } = world;
  await connect(app, ada, 'follow', bob.id);
  await connect(app, ada, 'follow', carol.id);
  const one = await sendMessage(app, bob, { recipients: [ada.id], text: 'The train leaves at noon' });
  const two = await sendMessage(app, carol, { recipients: [ada.id], text: 'Bring the tickets' });
  const change = (id: string, word: string) => plaza.form(ada, `/messages/${id}/change`, { do: word });
  const order = async () =>
    [...(await plaza.page(ada, '/messages')).text.matchAll(/chat-row-name" dir="auto">([^<]+)/g)].map(
      ([, name]) => name,
    );
  const counted = async () =>
    Number(/data-badge="messages"[^>]*>(\d+)/.exec((await plaza.page(ada, '/settings')).text)?.[1] ?? 0);
  assert.deepEqual(await order(), ['Carol Test', 'Bob Test']);
  assert.equal(await counted(), 2);
  await change(one.conversationId, 'pin');
  assert.deepEqual(await order(), ['Bob Test', 'Carol Test']);
  await change(two.conversationId, 'mute');
  assert.equal(await counted(), 1, 'muted conversations are not counted');
  await change(two.conversationId, 'unmute');
  await change(two.conversationId, 'archive');
  assert.deepEqual(await order(), ['Bob Test']);
  await sendMessage(app, carol, { conversationId: two.conversationId, text: 'And the map' });
  assert.deepEqual(await order(), ['Bob Test', 'Carol Test'], 'a new message unarchives the conversation');

  const [, found = ''] = (await plaza.page(ada, '/messages/search?q=ticket')).text.split('chat-details');
  assert.match(found, /Bring the <mark>ticket/);
  assert.doesNotMatch(found, /train leaves at noon/);
  assert.match((await plaza.page(bob, '/messages/search?q=ticket')).text, /No messages with/);
  await plaza.page(ada, `/messages/${one.conversationId}`);
  await plaza.page(ada, `/messages/${two.conversationId}`);
  assert.equal(await counted(), 0, 'opening a conversation marks it as read');
});

testPlaza('group members are added and removed by those with permission', async (world) => {
  const { app, olga, ada, bob, carol, plaza } = world;
  const id = await createGroup(app, ada, { title: 'Choir', memberIds: [bob.id] });
  await sendMessage(app, bob, { conversationId: id, text: 'Before Carol' });
  const act = (viewer: typeof ada, word: string, account: string) =>
    plaza.form(viewer, `/messages/${id}/members`, { do: word, account });
  assert.equal((await act(bob, 'add', carol.id)).status, 303);
  await sendMessage(app, bob, { conversationId: id, text: 'Welcome' });
  const seen = (await plaza.page(carol, `/messages/${id}`)).text;
  assert.match(seen, /Welcome/);
  assert.doesNotMatch(seen, /class="message-text"[^]*Before Carol/);
  assert.equal((await act(bob, 'remove', carol.id)).status, 403);
  assert.equal((await act(ada, 'remove', carol.id)).status, 303);
  assert.equal((await plaza.page(carol, `/messages/${id}`)).status, 404);
  await connect(app, olga, 'block', ada.id);
  assert.equal((await act(ada, 'add', olga.id)).status, 404, 'people who blocked the viewer cannot be added');
  assert.equal((await plaza.form(bob, `/messages/${id}/rename`, { title: 'Chorus' })).status, 303);
  assert.match((await plaza.page(ada, `/messages/${id}/details`)).text, /value="Chorus"/);
});
