/**
 * Benchmarks agent endpoints: posting through `message/send` compared with `/apis/php`, the agent card
 * compared with a static file, and an access token compared with a session token. The sides alternate.
 * Measures processor time of the server. Usage: `node bench/agents.ts [requests a side]`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { tokenHash } from '../src/kernel/secrets.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded.ts';
import { prepareDatabase } from '../src/platform/database/prepare.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { freePort, startProgram, type Server } from './server.ts';

const requests = Number(process.argv[2] ?? 300);
const rounds = 5;

const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const log = createLog({ LOG_LEVEL: 'warn' });
const postgres = await startEmbeddedPostgres({ folder: `${folder}/postgres`, database: 'bench', log });
let server: Server | undefined;
try {
  await prepareDatabase(postgres.connection, log);
  await fill();
  server = await startPlaza();
  const { origin } = server;
  const agent = { authorization: 'Bearer bench-agent', 'content-type': 'application/json' };
  const person = { 'x-auth-token': 'bench-person', 'content-type': 'application/json' };
  let n = 0;
  const text = () => `Post ${(n += 1)}: ${crypto.randomUUID()} ${crypto.randomUUID()}`;
  const byAgent = () =>
    send(`${origin}/a2a`, agent, {
      jsonrpc: '2.0',
      id: n,
      method: 'message/send',
      params: { message: { role: 'user', messageId: `m-${n}`, parts: [{ text: text() }] } },
    });
  const byPerson = () => send(`${origin}/apis/php/posts/post`, person, { text: text(), privacy: 'friends' });
  const get =
    (path: string, headers: Record<string, string> = {}) =>
    () =>
      send(origin + path, headers);
  await compare('post: /apis/php, message/send', byPerson, byAgent);
  await compare('card: a file, the agent card', get('/favicon.svg'), get('/.well-known/agent-card.json'));
  const profile = '/apis/php/user/profile';
  await compare('token: of a session, of an agent', get(profile, person), get(profile, agent));
} finally {
  await server?.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function send(url: string, headers: Record<string, string>, body?: object): Promise<void> {
  const answer = await fetch(url, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok || text.includes('"rejected"') || text.includes('"error"'))
    throw new Error(`${url} answered ${answer.status} ${text.slice(0, 300)}`);
}

/**
 * Measures the server's processor time per request of each side, in milliseconds, and the ratio between the
 * sides.
 */
async function compare(title: string, one: () => Promise<void>, other: () => Promise<void>): Promise<void> {
  const spent = [0, 0];
  const sides = [one, other];
  for (let round = -1; round < rounds; round += 1)
    for (const [side, ask] of sides.entries()) {
      const before = server?.processorTime() ?? 0;
      for (let i = 0; i < requests; i += 1) await ask();
      if (round >= 0) spent[side] = (spent[side] ?? 0) + (server?.processorTime() ?? 0) - before;
    }
  const [first = 0, second = 0] = spent.map((time) => time / rounds / requests);
  const ratio = (first / second).toFixed(2);
  console.log(
    `${title.padEnd(36)} ${first.toFixed(2)} ms, ${second.toFixed(2)} ms, ratio ${ratio} (bar >= 0.8)`,
  );
}

async function startPlaza(): Promise<Server> {
  const { host, user, port: databasePort, database } = postgres.connection;
  const port = await freePort();
  const environment = {
    DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${databasePort}/${database}`,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PLAZA_PORT: String(port),
    HOP_PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'false',
    POST_LIMIT: '1000000',
  };
  return startProgram(environment, port);
}

/** Creates an established account with a session and an agent. */
async function fill(): Promise<void> {
  const client = new pg.Client(postgres.connection);
  await client.connect();
  const { rows } = await client.query<{ id: string }>(`
    insert into identity.account (username, email, password_hash, first_name, last_name, registered_at, activated_at)
    values ('bench', 'bench@example.org', '', 'Bench', 'Mark', now() - interval '1 year', now()) returning id`);
  const id = rows[0]?.id ?? '';
  await client.query(
    `insert into identity.session (account_id, token_hash, created_via, user_agent, address, created_at, last_used_at, expires_at)
     values ($1, $2, 'api', 'bench', '127.0.0.1', now(), now(), now() + interval '1 day')`,
    [id, tokenHash('bench-person')],
  );
  await client.query(
    `with agent as (
       insert into agents.registration (public_id, name, address, user_agent, created_at, account_id, claimed_at)
       values ('reg_bench', 'Bench', '127.0.0.1', 'bench', now(), $1, now()) returning id)
     insert into agents.access_token (token_hash, registration_id, scope, created_at, expires_at)
     select $2, id, 'api', now(), now() + interval '30 days' from agent`,
    [id, tokenHash('bench-agent')],
  );
  await client.query('analyze');
  await client.end();
}
