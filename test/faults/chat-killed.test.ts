// kill -9 of the server and then of PostgreSQL, while people chat with open streams. CHAT_MESSAGES=5000 sends
// more.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addWriters } from './add-writers.ts';
import { followMessages } from './follow-messages.ts';
import { startProgram } from './program.ts';

const writers = Array.from({ length: 20 }, (_, i) => `writer${i}`);
const messagesEach = Math.ceil(Number(process.env.CHAT_MESSAGES ?? 120) / writers.length);
/** These follow their streams from the first message to the last. */
const readers = writers.slice(0, 3);

interface Answer {
  status: number;
  data: {
    conversation_id: string;
    last_message_id: string;
    messages: { message_id: string; message: string }[];
  };
}

test('after kill -9 of the server and of PostgreSQL while 20 people chat, each message arrives once, in the same order for all', async (context) => {
  const environment = { RATE_LIMITS: 'false' };
  const killed = await startProgram(environment);
  const { folder } = killed;
  const programs = [killed];
  context.after(async () => {
    for (const program of programs) await program.remove();
  });
  const [, , , port, host] = postmaster(folder);
  const connection = { host, port: Number(port), user: 'postgres', database: 'plaza' };
  const ids = await addWriters(connection, writers);
  let base = killed.plaza;

  const ask = async (writer: string, method: string, path: string, body?: object): Promise<Answer> => {
    const headers = { 'x-auth-token': writer, 'content-type': 'application/json' };
    const url = `${base}/apis/php/chat/${path}`;
    const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const { data } = (await answer.json()) as Pick<Answer, 'data'>;
    return { status: answer.status, data };
  };
  let conversation_id = '';
  const readAll = async (reader: string, after = '1'): Promise<string[][]> => {
    const all: string[][] = [];
    for (let last = after; ;) {
      const query = `messages?conversation_id=${conversation_id}&last_message_id=${last}`;
      const { status, data } = await ask(reader, 'GET', query);
      assert.equal(status, 200);
      if (data.messages.length === 0) return all;
      all.push(...data.messages.map(({ message_id, message }) => [message_id, message]));
      last = data.messages.at(-1)?.message_id ?? last;
    }
  };
  const [first = '', ...others] = writers;
  const begun = await ask(first, 'POST', 'message', {
    message: 'Begin',
    recipients: others.map((writer) => ids.get(writer)),
  });
  assert.equal(begun.status, 200);
  conversation_id = begun.data.conversation_id;
  const start = begun.data.last_message_id;
  const cookieOf = (reader: string) => `c_user=${ids.get(reader)}; xs=${reader}`;
  const streams = readers.map((reader) =>
    followMessages(
      () => base,
      cookieOf(reader),
      async (after) => (await readAll(reader, after || start)).map(([id = '']) => id),
    ),
  );
  for (const stream of streams) await stream.opened;

  let acknowledged = 0;
  let failed = 0;
  const total = writers.length * messagesEach;
  const reached = [0.3, 0.6].map((share) => ({
    at: Math.floor(total * share),
    ...Promise.withResolvers<undefined>(),
  }));
  /** Sends a message until it is acknowledged. */
  const send = async (writer: string, n: number): Promise<void> => {
    const message = { conversation_id, message: `${writer} ${n}`, client_id: `${writer}-${n}` };
    for (;;) {
      const answer = await ask(writer, 'POST', 'message', message).catch(() => undefined);
      if (answer?.status === 200) break;
      assert.ok(answer === undefined || answer.status >= 500, `${answer?.status}`);
      failed += 1;
      await sleep(50);
    }
  };
  const written = Promise.all(
    writers.map(async (writer) => {
      for (let n = 0; n < messagesEach; n++) {
        await send(writer, n);
        acknowledged += 1;
        for (const { at, resolve } of reached) if (acknowledged === at) resolve(undefined);
        // Retries, as an app does after a lost response.
        if (n % 5 === 0) await send(writer, n);
      }
    }),
  );
  await reached[0]?.promise;
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  const next = await startProgram(environment, folder);
  programs.push(next);
  base = next.plaza;
  await reached[1]?.promise;
  const beforePostgres = failed;
  assert.ok(beforePostgres > 0, 'nothing was being sent when the server was killed');
  process.kill(Number(postmaster(folder)[0]), 'SIGKILL');
  await written;
  assert.ok(failed > beforePostgres, 'nothing was being sent when PostgreSQL was killed');

  const order = await readAll(first);
  for (const writer of others)
    assert.deepEqual(await readAll(writer), order, `${writer} reads the same order`);
  for (const writer of writers)
    assert.deepEqual(
      order.flatMap(([, text = '']) => (text.startsWith(`${writer} `) ? [text] : [])),
      Array.from({ length: messagesEach }, (_, n) => `${writer} ${n}`),
    );
  // Streams start after the first two messages: the creation of the group and the first text.
  const expected = order.slice(2).map(([id = '']) => id);
  for (const stream of streams)
    assert.deepEqual(await stream.until(expected), expected, 'a stream has a gap');
  context.diagnostic(`${total} messages; ${failed} failed to send and were resent`);
});

/** Reads PostgreSQL's pid file. */
const postmaster = (folder: string) =>
  readFileSync(`${folder}/postgres/data/postmaster.pid`, 'utf8').split('\n');
