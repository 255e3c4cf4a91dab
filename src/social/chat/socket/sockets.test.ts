// Uses the official Socket.IO client together with the API.
import assert from 'node:assert/strict';
import { connect as connectTo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import { eventually } from '../../../../test/peers/eventually.ts';
import { startServices, type Services } from '../../../../test/services.ts';
import { addPerson, device } from '../../../../test/world.ts';
import { endOtherSessions, startSession } from '../../../identity/sessions/sessions.ts';
import type { Viewer } from '../../../platform/app.ts';
import { connect } from '../../relationships/connect.ts';
import { sendMessage } from '../messages/messages.ts';
import { deleteConversation } from '../conversations/conversations.ts';
import { leaveConversation } from '../members/group.ts';

type Fields = Record<string, unknown>;

describe('chat sockets', () => {
  let services: Services;
  let ada: Viewer, bob: Viewer, carol: Viewer;
  const open: Socket[] = [];

  before(async () => {
    services = await startServices({ RATE_LIMITS: 'false' });
    ada = await addPerson(services.app, 'ada');
    bob = await addPerson(services.app, 'bob');
    carol = await addPerson(services.app, 'carol');
    await connect(services.app, ada, 'friend-add', bob.id);
    await connect(services.app, bob, 'friend-accept', ada.id);
  });
  after(async () => {
    for (const socket of open) socket.close();
    await services.stop();
  });

  async function enter(viewer: Viewer, transport: 'polling' | 'websocket' = 'websocket'): Promise<Socket> {
    const token = await startSession(services.app, viewer.id, device);
    const socket = io(services.plaza, { transports: [transport], auth: { token }, forceNew: true });
    open.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return socket;
  }

  const next = (socket: Socket, name: string) => new Promise<Fields>((resolve) => socket.once(name, resolve));

  it('carry every event both ways, over websocket and polling', async () => {
    const [hers, his] = [await enter(ada), await enter(bob, 'polling')];
    const received = next(his, 'event_server_message_received');
    const sent = (await hers.emitWithAck('event_client_send_message', {
      conversation_id: null,
      message: 'Hello',
      recipients: `[${bob.id}]`,
    })) as Fields;
    const id = sent.conversation_id;
    const { conversation, last_message, is_me } = (await received) as Record<string, Fields>;
    assert.deepEqual(
      [conversation?.conversation_id, last_message?.message, is_me, conversation?.unread_count],
      [id, 'Hello', false, 1],
    );
    const own = next(hers, 'event_server_message_received');
    await sendMessage(services.app, ada, { conversationId: String(id), text: 'From elsewhere' });
    assert.equal((await own).is_me, true);

    const typing = next(hers, 'event_server_typing');
    await his.emitWithAck('event_client_typing', { conversation_id: id, is_typing: true });
    assert.deepEqual(await typing, { conversation_id: id, typing_name_list: 'Bob', seen_name_list: '' });
    const seen = next(hers, 'event_server_seen');
    await his.emitWithAck('event_client_seen', { ids: [id] });
    assert.equal((await seen).seen_name_list, 'Bob');
    const thread = (await his.emitWithAck('event_client_open_thread', { conversation_id: id })) as Fields;
    assert.equal(thread.seen, true);
    await his.emitWithAck('event_client_close_chatbox', { conversation_id: id });

    const offline = next(hers, 'event_server_user_offline');
    his.close();
    assert.deepEqual(await offline, { user_id: bob.id });
    const online = next(hers, 'event_server_user_online');
    await enter(bob);
    assert.deepEqual(await online, { user_id: bob.id });

    const gone = next(hers, 'event_server_delete_conversation');
    await deleteConversation(services.app, ada, String(id));
    assert.deepEqual(await gone, { conversation_id: id });
    const group = await sendMessage(services.app, bob, { recipients: [ada.id, carol.id], text: 'All' });
    const left = next(hers, 'event_server_leave_conversation');
    await leaveConversation(services.app, ada, group.conversationId);
    assert.deepEqual(await left, { conversation_id: group.conversationId });
  });

  it('reject requests without a session, and access to other people’s messages', async () => {
    const stranger = io(services.plaza, { transports: ['websocket'], auth: { token: 'x' }, forceNew: true });
    open.push(stranger);
    const refused = await new Promise<Error>((resolve) => stranger.once('connect_error', resolve));
    assert.match(refused.message, /session has ended/);
    const { conversationId } = await sendMessage(services.app, ada, { recipients: [bob.id], text: 'Ours' });
    const hers = await enter(carol);
    for (const [name, body] of [
      ['event_client_open_thread', { conversation_id: conversationId }],
      ['event_client_send_message', { conversation_id: conversationId, message: 'Let me in' }],
      ['event_client_typing', { conversation_id: conversationId, is_typing: 1 }],
      ['event_client_send_message', { conversation_id: { $ne: 1 } }],
      ['event_client_seen', null],
    ] as const) {
      const said = next(hers, 'event_server_error');
      const answer = (await hers.emitWithAck(name, body)) as Fields;
      assert.equal(answer.error, true, name);
      assert.equal(typeof (await said).message, 'string');
    }
  });

  it('end with their session', async () => {
    const hers = await enter(carol);
    const ended = new Promise<string>((resolve) => hers.once('disconnect', resolve));
    await endOtherSessions(services.app, carol.id, '0');
    assert.equal(await ended, 'io server disconnect');
  });
});

describe('chat sockets that stay open', () => {
  it('handle no event after their session has expired, and know changes of the account', async (context) => {
    const services = await startServices({ SESSION_CACHE_SECONDS: '0' });
    context.after(() => services.stop());
    const { app } = services;
    const [ada, bob] = [await addPerson(app, 'ada'), await addPerson(app, 'bob')];
    const token = await startSession(app, ada.id, device);
    const socket = io(services.plaza, { transports: ['websocket'], auth: { token }, forceNew: true });
    context.after(() => socket.close());
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    const hello = { message: 'Hello', recipients: `[${bob.id}]` };
    const send = async () => (await socket.emitWithAck('event_client_send_message', hello)) as Fields;
    assert.equal((await send()).error, undefined);
    const account = app.db.updateTable('identity.account').where('id', '=', ada.id);
    await account.set({ deletion_requested_at: app.clock.now() }).execute();
    assert.match(String((await send()).message), /cannot send messages/);
    await app.db.updateTable('identity.session').set({ expires_at: app.clock.now() }).execute();
    const ended = new Promise<string>((resolve) => socket.once('disconnect', resolve));
    socket.emit('event_client_send_message', hello);
    assert.equal(await ended, 'io server disconnect');
    const { n } = await app.db
      .selectFrom('social.message')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow();
    assert.equal(Number(n), 1);
  });
});

describe('chat sockets that are flooded', () => {
  let services: Services;
  let ada: Viewer;

  before(async () => {
    services = await startServices({ SOCKET_SIGN_IN_SECONDS: '60' });
    ada = await addPerson(services.app, 'ada');
  });
  after(() => services.stop());

  const url = (sid = '') => `${services.plaza}/socket.io/?EIO=4&transport=polling${sid && `&sid=${sid}`}`;
  const receive = async (sid?: string) => (await fetch(url(sid))).text();
  const begin = async () => (JSON.parse((await receive()).slice(1)) as { sid: string }).sid;
  const send = (sid: string, packets: readonly string[]) =>
    fetch(url(sid), { method: 'POST', body: packets.join('\u{1e}') });
  const many = (packet: string) => Array.from({ length: 1500 }, () => packet);

  it('look for few sessions, whatever a stranger sends at once', async (context) => {
    const sid = await begin();
    const query = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown;
    let looked = 0;
    context.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]) {
      if (JSON.stringify(args[0]).includes('session')) looked += 1;
      return query.apply(this, args);
    });
    await send(sid, many('40{"token":"unknown"}'));
    await receive(sid);
    assert.ok(looked <= 3, String(looked));
  });

  it('are closed by more events than apps send', async () => {
    const sid = await begin();
    await send(sid, [`40${JSON.stringify({ token: await startSession(services.app, ada.id, device) })}`]);
    await receive(sid);
    await send(sid, many('42["event_client_seen",{"ids":[]}]'));
    assert.match(await receive(sid), /"code":1/);
  });
});

describe('chat sockets of strangers', () => {
  let services: Services;
  let ada: Viewer;

  before(async () => {
    services = await startServices({
      SOCKET_HANDSHAKE_LIMIT: '12',
      SOCKETS_PER_ADDRESS: '3',
      SOCKET_SIGN_IN_SECONDS: '1',
    });
    ada = await addPerson(services.app, 'ada');
  });
  after(() => services.stop());

  const handshake = () => fetch(`${services.plaza}/socket.io/?EIO=4&transport=polling`);
  const upgrade = (headers = '') =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(services.plaza);
      const socket = connectTo(Number(port), hostname);
      socket.write(
        `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${hostname}\r\n${headers}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      );
      socket.once('data', (data) => resolve(String(data).split('\r\n')[0] ?? ''));
      socket.once('error', reject);
    });

  it('are closed, and limited by address', async () => {
    const first = await Promise.all([upgrade(), upgrade(), upgrade()]);
    assert.deepEqual(
      first.map((line) => line.split(' ')[1]),
      ['101', '101', '101'],
    );
    const fourth = await handshake();
    assert.deepEqual([fourth.status, fourth.headers.get('retry-after')], [429, '30']);
    assert.match(await fourth.text(), /"status":"error","message":"Too many connections/);
    assert.equal(await upgrade(), 'HTTP/1.1 429 Too Many Requests');
    assert.equal(await upgrade('Host: other\r\n'), 'HTTP/1.1 400 Bad Request');
    // Idle connections are closed, so there is room again.
    const admitted = await eventually(
      async () => (await upgrade()).split(' ')[1],
      (status) => status !== '429',
    );
    assert.equal(admitted, '101');
    const token = await startSession(services.app, ada.id, device);
    const socket = io(services.plaza, { transports: ['websocket'], auth: { token }, forceNew: true });
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    // Whoever has signed in stays, while the address starts too many connections.
    const statuses = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await upgrade()).split(' ')[1]);
    assert.ok(statuses.includes('429'));
    assert.ok(socket.connected);
    socket.close();
  });
});
