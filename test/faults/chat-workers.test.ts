// Tests the Socket.IO client alongside REST, on a server with two workers: events of one worker reach clients
// connected to the other.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { io, type Socket } from 'socket.io-client';
import { cloneDatabase, connectionTo, dropDatabase, tidyUpAfterTests } from '../database.ts';
import { addWriters } from './add-writers.ts';
import { startProgram } from './program.ts';
import { findRedis, startRedis } from './redis.ts';

tidyUpAfterTests();

type Fields = Record<string, unknown>;

/** Connections are distributed among the workers, so each worker gets some of these. */
const connections = 6;

const redisProgram = findRedis();
if (!redisProgram)
  process.stdout.write('No Redis (install redis-server or valkey-server): sockets over it are not tested.\n');

for (const carrier of ['PostgreSQL', ...(redisProgram ? ['Redis'] : [])])
  test(`sockets of two workers receive the same events over ${carrier}`, async (context) => {
    const redis = carrier === 'Redis' && redisProgram ? await startRedis(redisProgram) : undefined;
    const database = await cloneDatabase();
    const connection = await connectionTo(database);
    const program = await startProgram({
      DATABASE_URL: `postgres://${connection.user}@${encodeURIComponent(connection.host)}:${connection.port}/${database}`,
      SECRET_KEY: 'ab'.repeat(32),
      RATE_LIMITS: 'false',
      WORKERS: '2',
      ...(redis && { REDIS_URL: redis.url }),
    });
    const open: Socket[] = [];
    context.after(async () => {
      for (const socket of open) socket.close();
      await program.remove();
      await dropDatabase(database);
      await redis?.stop();
    });
    const ids = await addWriters(connection, ['ada', 'bob', 'carol']);
    const enter = async (token: string): Promise<Socket> => {
      const socket = io(program.plaza, { transports: ['websocket'], auth: { token }, forceNew: true });
      open.push(socket);
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('connect_error', reject);
      });
      return socket;
    };
    /** Resolves to the next event of that name on each socket. */
    const all = (sockets: readonly Socket[], name: string) =>
      Promise.all(sockets.map((socket) => new Promise<Fields>((resolve) => socket.once(name, resolve))));
    const rest = async (token: string, method: string, path: string, body?: object): Promise<Fields> => {
      const answer = await fetch(`${program.plaza}/apis/php/chat/${path}`, {
        method,
        headers: { 'x-auth-token': token, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const { data } = (await answer.json()) as { data: Fields };
      assert.equal(answer.status, 200);
      return data;
    };

    const his: Socket[] = [];
    for (let n = 0; n < connections; n++) his.push(await enter('bob'));
    const hers = await enter('ada');
    const received = all(his, 'event_server_message_received');
    const echoed = all([hers], 'event_server_message_received');
    const sent = (await hers.emitWithAck('event_client_send_message', {
      conversation_id: null,
      message: 'Hello',
      recipients: `[${ids.get('bob')}]`,
    })) as Fields;
    const { conversation_id } = sent;
    for (const { last_message, is_me } of await received)
      assert.deepEqual([(last_message as Fields).message, is_me], ['Hello', false]);
    assert.equal((await echoed)[0]?.is_me, true);

    // Bob replies over REST, so the request is accepted and both get receipts.
    const own = all([hers], 'event_server_message_received');
    const also = all(his, 'event_server_message_received');
    await rest('bob', 'POST', 'message', { conversation_id, message: 'Hello Ada' });
    assert.equal((await own)[0]?.is_me, false);
    for (const { is_me } of await also) assert.equal(is_me, true);

    const typing = all(his, 'event_server_typing');
    await hers.emitWithAck('event_client_typing', { conversation_id, is_typing: true });
    for (const each of await typing) assert.equal(each.typing_name_list, 'ada');
    const seen = all(his, 'event_server_seen');
    await hers.emitWithAck('event_client_seen', { ids: [conversation_id] });
    for (const each of await seen) assert.equal(each.seen_name_list, 'ada');
    const { messages } = (await rest(
      'bob',
      'GET',
      `messages?conversation_id=${String(conversation_id)}`,
    )) as {
      messages: Fields[];
    };
    const updated = all(his, 'event_server_message_updated');
    await rest('ada', 'POST', 'reactions/react', {
      do: 'react',
      message_id: messages.at(-1)?.message_id,
      reaction: 'love',
    });
    for (const { message } of await updated) assert.equal((message as Fields).reactions_total_count, 1);

    // Ada stays online until her last connection is closed. Carol closes her only connection after that and
    // goes offline.
    const carols = await enter('carol');
    const { conversation_id: other } = (await carols.emitWithAck('event_client_send_message', {
      conversation_id: null,
      message: 'Hello',
      recipients: `[${ids.get('bob')}]`,
    })) as Fields;
    await rest('bob', 'POST', 'message', { conversation_id: other, message: 'Hello Carol' });
    const more: Socket[] = [];
    for (let n = 0; n < connections; n++) more.push(await enter('ada'));
    const offline = all(his, 'event_server_user_offline');
    for (const socket of [hers, ...more.slice(1)]) socket.close();
    carols.close();
    for (const each of await offline) assert.deepEqual(each, { user_id: ids.get('carol') });
    const last = all(his, 'event_server_user_offline');
    more[0]?.close();
    for (const each of await last) assert.deepEqual(each, { user_id: ids.get('ada') });
    const online = all(his, 'event_server_user_online');
    await enter('ada');
    for (const each of await online) assert.deepEqual(each, { user_id: ids.get('ada') });

    const gone = all(his, 'event_server_delete_conversation');
    await rest('bob', 'DELETE', `conversation/${String(conversation_id)}`);
    for (const each of await gone) assert.deepEqual(each, { conversation_id });
    const group = (await rest('bob', 'POST', 'message', {
      message: 'All',
      recipients: [ids.get('ada'), ids.get('carol')],
    })) as { conversation_id: string };
    const left = all(his, 'event_server_leave_conversation');
    await rest('bob', 'POST', 'actions/leave', { conversation_id: group.conversation_id });
    for (const each of await left) assert.deepEqual(each, { conversation_id: group.conversation_id });
    const refused = all(his.slice(0, 1), 'event_server_error');
    await his[0]?.emitWithAck('event_client_open_thread', { conversation_id: group.conversation_id });
    assert.equal(typeof (await refused)[0]?.message, 'string');
  });
