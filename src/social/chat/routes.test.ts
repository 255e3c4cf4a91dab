import assert from 'node:assert/strict';
import { withoutSignature } from '../../platform/files/path.ts';
import { testPlaza, type World } from '../../../test/ask-plaza.ts';
import sharp from 'sharp';
import { queuedJobs } from '../../../test/jobs.ts';
import type { Viewer } from '../../platform/app.ts';
import { connect } from '../relationships/connect.ts';

const picture = sharp({ create: { width: 9, height: 6, channels: 3, background: '#357' } })
  .png()
  .toBuffer();

type Fields = Record<string, unknown>;
/** Returns a client for the chat API. */
function chatOf({ plaza }: World) {
  const ask = async (viewer: Viewer, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    plaza.api(viewer, method, `/apis/php/chat/${path}`, body);
  const data = async (viewer: Viewer, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
    const answer = await ask(viewer, method, path, body);
    assert.equal(answer.status, 200, `${method} ${path}: ${answer.body.message}`);
    return answer.body.data as Fields;
  };
  return {
    ask,
    data,
    send: (viewer: Viewer, body: object) => data(viewer, 'POST', 'message', body),
    list: async (viewer: Viewer, query = '') =>
      (await data(viewer, 'GET', `conversations${query}`)) as unknown as Fields[],
    messages: async (viewer: Viewer, id: unknown, query = '') =>
      (await data(viewer, 'GET', `messages?conversation_id=${String(id)}${query}`)) as unknown as {
        messages: Fields[];
        has_more: boolean;
        typing_name_list: string;
        seen_name_list: string;
        user_is_online: boolean;
        user_last_seen: string;
      },
  };
}

testPlaza('two people exchange messages the way live clients do', async (world) => {
  const { app, ada, bob, carol } = world;
  const chat = chatOf(world);
  await connect(app, ada, 'friend-add', bob.id);
  await connect(app, bob, 'friend-accept', ada.id);
  assert.equal(await chat.data(ada, 'GET', `conversation?user_id=${bob.id}`), null);
  const begun = await chat.send(ada, {
    conversation_id: null,
    message: 'Hello',
    photo: '',
    video: '',
    voice_note: '',
    recipients: `[${bob.id}]`,
  });
  const id = begun.conversation_id;
  assert.deepEqual(
    [begun.name, begun.multiple_recipients, begun.ids, begun.seen, begun.node_type],
    ['Bob Test', false, bob.id, true, ''],
  );
  const again = await chat.send(bob, { message: 'Hello yourself', recipients: [ada.id] });
  assert.equal(again.conversation_id, id, 'two people share one conversation, regardless of who starts it');
  await chat.send(bob, { conversation_id: id, message: 'Tea?', recipients: '' });

  const [first] = await chat.list(ada);
  assert.deepEqual(
    [first?.conversation_id, first?.seen, first?.unread_count, first?.message],
    [id, false, 2, 'Tea?'],
  );
  const page = await chat.messages(ada, id, '&offset=0&last_message_id=0');
  assert.deepEqual(
    page.messages.map(({ message, is_me }) => [message, is_me]),
    [
      ['Hello', true],
      ['Hello yourself', false],
      ['Tea?', false],
    ],
  );
  assert.equal(page.has_more, false);
  const [hello] = page.messages;
  assert.equal(hello?.user_id, ada.id);
  const newer = await chat.messages(ada, id, `&last_message_id=${String(hello.message_id)}`);
  assert.equal(newer.messages.length, 2);

  const searched = async (viewer: Viewer) =>
    ((await chat.data(viewer, 'GET', 'search?query=tea')) as unknown as Fields[]).map(
      ({ message }) => message,
    );
  assert.deepEqual([await searched(ada), await searched(carol)], [['Tea?'], []]);

  assert.equal((await chat.messages(bob, id)).seen_name_list, '');
  const last = page.messages.at(-1);
  await chat.data(ada, 'POST', 'actions/seen', { ids: [last?.message_id] });
  assert.equal((await chat.list(ada))[0]?.unread_count, 0);
  assert.equal((await chat.messages(bob, id)).seen_name_list, 'Ada');
  await chat.data(ada, 'POST', 'actions/typing', { conversation_id: id, is_typing: 1 });
  assert.equal((await chat.messages(bob, id)).typing_name_list, 'Ada');
  app.clock.turn(10_000);
  assert.equal((await chat.messages(bob, id)).typing_name_list, '');

  for (const [method, path, body] of [
    ['GET', `conversation?conversation_id=${String(id)}`, undefined],
    ['GET', `messages?conversation_id=${String(id)}`, undefined],
    ['GET', `search?query=tea&conversation_id=${String(id)}`, undefined],
    ['POST', 'message', { conversation_id: id, message: 'Let me in' }],
    ['DELETE', `conversation/${String(id)}`, undefined],
    ['DELETE', `message/${String(last?.message_id)}`, undefined],
    ['GET', `reactions/who_reacts?message_id=${String(last?.message_id)}`, undefined],
    ['POST', 'reactions/react', { do: 'react', message_id: last?.message_id, reaction: 'like' }],
    ['POST', 'actions/typing', { conversation_id: id, is_typing: true }],
    ['POST', 'actions/leave', { conversation_id: id }],
  ] as const) {
    const strangers = await chat.ask(carol, method, path, body);
    assert.equal(strangers.status, 404, `${method} ${path}`);
    const nothing = await chat.ask(
      carol,
      method,
      path.replace(/\d+$/, '987654321'),
      body && {
        ...body,
        ...('message_id' in body ? { message_id: '987654321' } : { conversation_id: '987654321' }),
      },
    );
    assert.equal(nothing.body.message, strangers.body.message, 'as for a missing one');
  }
});

testPlaza('messages are paginated newest first, and a deleted conversation starts over', async (world) => {
  const { ada, bob } = world;
  const chat = chatOf(world);
  const { conversation_id: id } = await chat.send(ada, { message: '1', recipients: [bob.id] });
  await chat.send(bob, { conversation_id: id, message: '2' });
  for (let n = 3; n <= 25; n++) await chat.send(ada, { conversation_id: id, message: String(n) });
  const [newest, older] = [await chat.messages(bob, id), await chat.messages(bob, id, '&offset=1')];
  assert.deepEqual(
    newest.messages.map(({ message }) => message),
    Array.from({ length: 20 }, (_, i) => String(i + 6)),
  );
  assert.equal(newest.has_more, true);
  assert.deepEqual(
    older.messages.map(({ message }) => message),
    ['1', '2', '3', '4', '5'],
  );
  await chat.data(bob, 'DELETE', `conversation/${String(id)}`);
  assert.deepEqual(await chat.list(bob), []);
  assert.equal(await chat.data(bob, 'GET', `conversation?user_id=${ada.id}`), null);
  assert.equal((await chat.messages(ada, id)).messages.length, 20, 'the other person keeps the conversation');
  await chat.send(ada, { conversation_id: id, message: 'Still there?' });
  assert.deepEqual(
    (await chat.messages(bob, id)).messages.map(({ message }) => message),
    ['Still there?'],
  );
});

testPlaza('a stranger’s first messages are a request, without receipts', async (world) => {
  const { ada, bob } = world;
  const chat = chatOf(world);
  const { conversation_id: id } = await chat.send(ada, {
    message: 'You do not know me',
    recipients: [bob.id],
  });
  assert.deepEqual(await chat.list(bob), []);
  const [request] = await chat.list(bob, '?folder=requests');
  assert.equal(request?.is_request, true);
  await chat.data(bob, 'POST', 'actions/seen', { ids: [id] });
  await chat.data(bob, 'POST', 'actions/typing', { conversation_id: id, is_typing: true });
  /** Returns what the reader sees of the other person, in the list of messages and in the conversation. */
  const signals = async (reader: Viewer) => {
    const listed = await chat.messages(reader, id);
    const found = await chat.data(reader, 'GET', `conversation?conversation_id=${String(id)}`);
    const [other] = found.recipients as Fields[];
    return [
      listed.seen_name_list + listed.typing_name_list,
      ...[listed, found, other].map((each) => each?.user_is_online),
      ...[listed, found, other].map((each) => each?.user_last_seen !== ''),
    ];
  };
  await world.app.db.updateTable('identity.account').set({ last_seen_at: world.app.clock.now() }).execute();
  for (const reader of [ada, bob])
    assert.deepEqual(await signals(reader), ['', false, false, false, false, false, false]);
  for (let n = 2; n <= 10; n++) await chat.send(ada, { conversation_id: id, message: `${n}` });
  const many = await chat.ask(ada, 'POST', 'message', { conversation_id: id, message: 'One more' });
  assert.equal(many.status, 403);
  await chat.send(bob, { conversation_id: id, message: 'Now I do' });
  assert.equal((await chat.list(bob)).length, 1, 'replying accepts the request');
  assert.deepEqual(await signals(ada), ['', true, true, true, true, true, true]);
  await chat.send(ada, { conversation_id: id, message: 'Thank you' });
});

testPlaza('new members can only read messages since they joined', async (world) => {
  const { ada, bob, carol, olga } = world;
  const chat = chatOf(world);
  const begun = await chat.send(ada, { message: 'Who has the keys?', recipients: [bob.id, carol.id] });
  const id = begun.conversation_id;
  assert.deepEqual([begun.node_type, begun.multiple_recipients, begun.recipients_count], ['group', true, 2]);
  await chat.send(bob, { conversation_id: id, message: 'Not I' });
  await chat.data(carol, 'POST', 'actions/leave', { conversation_id: id });
  assert.equal((await chat.ask(carol, 'GET', `messages?conversation_id=${String(id)}`)).status, 404);
  assert.equal((await chat.ask(olga, 'GET', `messages?conversation_id=${String(id)}`)).status, 404);
  const { messages } = await chat.messages(bob, id);
  assert.deepEqual(
    messages.map(({ text, event }) => [text, event]),
    [
      ['Ada Test created the group', 'created'],
      ['Who has the keys?', ''],
      ['Not I', ''],
      ['Carol Test left', 'left'],
    ],
  );
  const pair = await chat.send(ada, { message: 'Hello', recipients: [bob.id] });
  const alone = await chat.ask(ada, 'POST', 'actions/leave', { conversation_id: pair.conversation_id });
  assert.equal(alone.status, 400);
});

testPlaza('messages can have reactions and photos, and can be deleted', async (world) => {
  const { app, ada, bob, plaza } = world;
  const chat = chatOf(world);
  const upload = async (viewer: Viewer) =>
    (
      await plaza.upload(
        viewer,
        '/apis/php/data/upload',
        { type: 'photos', handle: 'chat' },
        { name: 'a.png', body: await picture },
      )
    ).body.data as string;
  const [mine, theirs] = [await upload(ada), await upload(bob)];
  const { conversation_id: id } = await chat.send(ada, { message: '', photo: mine, recipients: [bob.id] });
  const stolen = await chat.ask(ada, 'POST', 'message', { conversation_id: id, message: 'x', photo: theirs });
  assert.equal(stolen.status, 400);
  assert.equal((await chat.messages(ada, id)).messages.length, 1, 'a rejected message is not stored');
  const [message] = (await chat.messages(bob, id)).messages;
  assert.deepEqual([withoutSignature(String(message?.image)), message?.text], [mine, 'Photo']);
  const messageId = message?.message_id;
  const react = (viewer: Viewer, body: object) =>
    chat.ask(viewer, 'POST', 'reactions/react', { message_id: messageId, ...body });
  assert.equal((await react(bob, { do: 'react', reaction: 'tea' })).status, 400);
  await react(bob, { do: 'react', reaction: 'like' });
  await react(bob, { do: 'react', reaction: 'love' });
  await react(ada, { do: 'react', reaction: 'wow' });
  const who = (await chat.data(
    ada,
    'GET',
    `reactions/who_reacts?message_id=${String(messageId)}`,
  )) as unknown as Fields[];
  assert.deepEqual(who.map(({ user_name, reaction }) => [user_name, reaction]).sort(), [
    ['ada', 'wow'],
    ['bob', 'love'],
  ]);
  await react(ada, { do: 'unreact' });
  const [reacted] = (await chat.messages(bob, id)).messages;
  assert.deepEqual([reacted?.reaction_love_count, reacted?.i_reaction], ['1', 'love']);

  const second = await chat.send(ada, { conversation_id: id, message: 'Again', photo: [await upload(ada)] });
  await chat.data(bob, 'DELETE', `message/${String(second.last_message_id)}`);
  assert.equal((await chat.messages(bob, id)).messages.length, 1, 'the message is deleted for him');
  assert.equal((await chat.messages(ada, id)).messages.length, 2, 'the message stays for her');
  await chat.data(ada, 'DELETE', `message/${String(messageId)}`);
  const [deleted] = (await chat.messages(bob, id)).messages;
  assert.deepEqual([deleted?.is_deleted, deleted?.message, deleted?.image], [true, '', '']);
  const [job] = (await queuedJobs(app)).filter(({ name }) => name === 'social.remove-message-files');
  assert.equal((job?.payload as { paths: string[] }).paths[0], mine, 'its file is removed');
});

testPlaza('people choose who may message them', async (world) => {
  const { app, ada, bob, carol } = world;
  const chat = chatOf(world);
  const write = async (to: string[]) =>
    (await chat.ask(ada, 'POST', 'message', { message: 'Hello', recipients: to })).status;
  const setting = (messages: string) =>
    app.db
      .updateTable('identity.account')
      .set({ privacy: JSON.stringify({ messages }) })
      .where('id', '=', bob.id)
      .execute();
  for (const audience of ['nobody', 'friends', 'friends-of-friends']) {
    await setting(audience);
    assert.equal(await write([bob.id]), 403, audience);
  }
  await connect(app, ada, 'friend-add', carol.id);
  await connect(app, carol, 'friend-accept', ada.id);
  await connect(app, bob, 'friend-add', carol.id);
  await connect(app, carol, 'friend-accept', bob.id);
  assert.equal(await write([bob.id]), 200, 'friends of friends may write');
  await connect(app, bob, 'block', ada.id);
  assert.equal(await write([bob.id]), 404);
  assert.deepEqual(await chat.list(ada), []);
  assert.equal(await write([bob.id, carol.id]), 404);
  assert.equal(await write([ada.id]), 400);
  assert.equal(await write(['987654321']), 404);
  assert.equal(await write([]), 400);
});

testPlaza('stores a message that is sent twice only once', async (world) => {
  const { ada, bob, carol } = world;
  const chat = chatOf(world);
  const body = { message: 'Once', recipients: [bob.id, carol.id], client_id: 'a1' };
  const [first, second] = [await chat.send(ada, body), await chat.send(ada, body)];
  assert.equal(first.conversation_id, second.conversation_id);
  assert.equal((await chat.messages(ada, first.conversation_id)).messages.length, 2);
});
