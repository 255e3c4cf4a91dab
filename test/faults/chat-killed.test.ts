import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { tokenHash } from '../../src/kernel/secrets.ts';
import { cloneDatabase, connectionTo, dropDatabase, tidyUpAfterTests } from '../database.ts';
import { startProgram } from './program.ts';

tidyUpAfterTests();

const writers = Array.from({ length: 20 }, (_, i) => `writer${i}`);
const messagesEach = 20;
const killAfter = 150;

interface Answer {
  status: number;
  data: { conversation_id: string; messages: { message_id: string; message: string }[] };
}

test('kill -9 while 20 people write: each message once, in one order for all', async (context) => {
  const name = await cloneDatabase();
  const connection = await connectionTo(name);
  const { user, host, port } = connection;
  const environment = {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`,
    SECRET_KEY: 'ab'.repeat(32),
    RATE_LIMITS: 'false',
  };
  const killed = await startProgram(environment);
  const programs = [killed];
  context.after(async () => {
    for (const program of programs) await program.remove();
    await dropDatabase(name);
  });
  const ids = await addWriters(connection);
  let base = killed.plaza;

  const ask = async (writer: string, method: string, path: string, body?: object): Promise<Answer> => {
    const headers = { 'x-auth-token': writer, 'content-type': 'application/json' };
    const url = `${base}/apis/php/chat/${path}`;
    const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const { data } = (await answer.json()) as Pick<Answer, 'data'>;
    return { status: answer.status, data };
  };
  const [first = '', ...others] = writers;
  const begun = await ask(first, 'POST', 'message', {
    message: 'Begin',
    recipients: others.map((writer) => ids.get(writer)),
  });
  assert.equal(begun.status, 200);
  const { conversation_id } = begun.data;

  let acknowledged = 0;
  let failed = 0;
  const reached = Promise.withResolvers<undefined>();
  /** Sends one until it is acknowledged. */
  const send = async (writer: string, n: number): Promise<void> => {
    const message = { conversation_id, message: `${writer} ${n}`, client_id: `${writer}-${n}` };
    for (;;) {
      const answer = await ask(writer, 'POST', 'message', message).catch(() => undefined);
      if (answer?.status === 200) break;
      assert.ok(answer === undefined || answer.status >= 500, `${answer?.status}`);
      failed += 1;
      await sleep(50);
    }
    acknowledged += 1;
    if (acknowledged === killAfter) reached.resolve(undefined);
  };
  const written = Promise.all(
    writers.map(async (writer) => {
      for (let n = 0; n < messagesEach; n++) {
        await send(writer, n);
        // As an app does whose answer was lost.
        if (n % 5 === 0) await send(writer, n);
      }
    }),
  );
  await reached.promise;
  killed.child.kill('SIGKILL');
  await once(killed.child, 'exit');
  const next = await startProgram(environment, killed.folder);
  programs.push(next);
  base = next.plaza;
  await written;
  assert.ok(failed > 0, 'nothing was being sent when the server was killed');

  const readAll = async (reader: string): Promise<string[]> => {
    const all: string[] = [];
    for (let last = '1'; ;) {
      const query = `messages?conversation_id=${conversation_id}&last_message_id=${last}`;
      const { status, data } = await ask(reader, 'GET', query);
      assert.equal(status, 200);
      if (data.messages.length === 0) return all;
      all.push(...data.messages.map(({ message }) => message));
      last = data.messages.at(-1)?.message_id ?? last;
    }
  };
  const order = await readAll(first);
  for (const writer of others)
    assert.deepEqual(await readAll(writer), order, `${writer} reads another order`);
  for (const writer of writers)
    assert.deepEqual(
      order.filter((text) => text.startsWith(`${writer} `)),
      Array.from({ length: messagesEach }, (_, n) => `${writer} ${n}`),
    );
  context.diagnostic(`${failed} sends failed, and were sent again`);
});

/** People who have been here for a while, each signed in with their name as token. Returns their ids by name. */
async function addWriters(connection: pg.ClientConfig): Promise<Map<string, string>> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; username: string }>(
      `insert into identity.account (username, email, password_hash, first_name, last_name, registered_at, activated_at)
      select name, name || '@example.org', '', name, 'Test', now() - interval '1 year', now()
      from unnest($1::text[]) as name returning id, username`,
      [writers],
    );
    for (const { id, username } of rows)
      await client.query(
        `insert into identity.session (account_id, token_hash, made_by, device_type, device_name, device_os_version, user_agent,
          address, created_at, last_used_at, expires_at)
        values ($1, $2, 'api', '', '', '', 'Test', '127.0.0.1', now(), now(), now() + interval '1 day')`,
        [id, tokenHash(username)],
      );
    return new Map(rows.map(({ id, username }) => [username, id]));
  } finally {
    await client.end();
  }
}
