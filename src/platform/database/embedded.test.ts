import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import type { EmbeddedPostgres } from './embedded.ts';
import { eventually } from '../../../test/peers/eventually.ts';

type Connection = EmbeddedPostgres['connection'];

const root = realpathSync(mkdtempSync(join(tmpdir(), 'plaza-')));
chmodSync(root, 0o755); // root runs PostgreSQL as another user, who needs access
after(() => rmSync(root, { recursive: true }));

const quiet = { info: () => undefined, warn: () => undefined };
const settings = { fsync: 'off', shared_buffers: '16MB' };

function newFolder(): string {
  return join(root, `data-${String(readdirSync(root).length)}`, 'postgres');
}

async function start(folder: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ folder, database: 'plaza', log: quiet, settings });
}

async function ask(connection: Connection, sql: string): Promise<unknown> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows[0] && Object.values(rows[0])[0];
  } finally {
    await client.end();
  }
}

/** Retries like users of a pool, until the server is back. */
async function askAgain(connection: Connection, sql: string): Promise<unknown> {
  const [answer] = await eventually<unknown[]>(
    () =>
      ask(connection, sql).then(
        (answer) => [answer],
        () => [],
      ),
    (found) => found.length > 0,
  );
  return answer;
}

function postmaster(folder: string): number {
  return Number.parseInt(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8'), 10);
}

/** Starts the server in another process, which keeps running, and returns the outcome. */
async function startElsewhere(folder: string): Promise<{ pid: number; said: string }> {
  const code = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(import.meta.resolve('./embedded.ts'))});
    const log = { info() {}, warn() {} };
    const options = { folder: ${JSON.stringify(folder)}, database: 'plaza', log, settings: ${JSON.stringify(settings)} };
    await startEmbeddedPostgres(options).then(() => console.log('started'), (error) => console.log(error.message));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { pid: child.pid!, said: String(said).trim() };
}

test('stores data across restarts', async () => {
  const folder = newFolder();
  const first = await start(folder);
  await ask(first.connection, 'create table kept as select 42 as answer');
  assert.deepEqual(findEmbeddedPostgres(folder, 'plaza'), first.connection);
  await first.stop();
  await first.stop();
  assert.equal(findEmbeddedPostgres(folder, 'plaza'), undefined);

  const second = await start(folder);
  assert.equal(await ask(second.connection, 'select answer from kept'), 42);
  assert.equal(await ask(second.connection, `select 'Ä' < 'a' collate "C" or lower('Ä') = 'ä'`), true);
  await second.stop();
});

test('recovers after its main process was killed, even with a leftover backend', async () => {
  const folder = newFolder();
  const { connection, stop } = await start(folder);
  await ask(connection, 'create table kept as select 42 as answer');
  const endless = ask(
    connection,
    'select count(*) from generate_series(1, 1e9) a, generate_series(1, 1e9) b',
  );
  const cut = assert.rejects(endless);
  await sleep(100);
  for (let times = 0; times < 2; times++) {
    process.kill(postmaster(folder), 'SIGKILL');
    await sleep(50);
    assert.equal(await askAgain(connection, 'select answer from kept'), 42);
  }
  await cut;
  await stop();
  await assert.rejects(ask(connection, 'select 1'));
});

test('adopts and supervises the server of a killed process', async () => {
  const folder = newFolder();
  const owner = await startElsewhere(folder);
  assert.equal(owner.said, 'started');
  const pid = postmaster(folder);
  process.kill(owner.pid, 'SIGKILL');
  await sleep(100);

  const { connection, stop } = await start(folder);
  assert.equal(postmaster(folder), pid);
  process.kill(pid, 'SIGKILL');
  await sleep(50);
  assert.equal(await askAgain(connection, 'select 42'), 42);
  assert.notEqual(postmaster(folder), pid);
  await stop();
});

test('lets only one of several concurrent starts own the folder', async () => {
  const folder = newFolder();
  const starts = await Promise.all([startElsewhere(folder), startElsewhere(folder), startElsewhere(folder)]);
  const refusals = starts.map(({ said }) => said).filter((said) => said !== 'started');
  assert.equal(refusals.length, 2);
  for (const said of refusals)
    assert.match(said, /^Another Plaza .*is using the database in .*: stop it first, .*\.$/);
  for (const { pid } of starts) process.kill(pid, 'SIGKILL');
  await sleep(100);
  await (await start(folder)).stop();
});

test('rejects the data of another major version', async () => {
  const folder = newFolder();
  await (await start(folder)).stop();
  writeFileSync(join(folder, 'data', 'PG_VERSION'), '17\n');
  await assert.rejects(
    start(folder),
    /^Error: The database in .* was created by PostgreSQL 17, but .* PostgreSQL 18: .*\.$/,
  );
});

test('is not misled by a process id that another process reuses', async () => {
  const folder = newFolder();
  await (await start(folder)).stop();
  const lines = [process.pid, join(folder, 'data'), 1_700_000_000, 5432, folder, '', '0 0', 'ready'];
  writeFileSync(join(folder, 'data', 'postmaster.pid'), lines.join('\n'));
  const { connection, stop } = await start(folder);
  assert.equal(await ask(connection, 'select 42'), 42);
  await stop();
});

test('uses a short socket path when the folder has a long name', async () => {
  const folder = join(root, 'é'.repeat(100), 'post gres');
  const { connection, stop } = await start(folder);
  assert.equal(await ask(connection, 'select 42'), 42);
  assert.ok(Buffer.byteLength(connection.host) < 80);
  await stop();
});

test('reports why PostgreSQL does not start', async () => {
  const folder = newFolder();
  await (await start(folder)).stop();
  rmSync(join(folder, 'data', 'pg_wal'), { recursive: true });
  await assert.rejects(
    start(folder),
    /^Error: PostgreSQL could not start: .*pg_wal.* \(see .*postgres\.log\)$/,
  );
});
