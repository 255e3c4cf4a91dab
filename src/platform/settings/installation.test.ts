import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { cloneDatabase, connectionTo, dropDatabase, tidyUpAfterTests } from '../../../test/database.ts';
import { createLog } from '../logging/log.ts';
import { loadConfig } from './config.ts';
import { requireInstallation } from './installation.ts';

tidyUpAfterTests();

const log = createLog({ LOG_LEVEL: 'silent' });
const key = 'ab'.repeat(32);

/** A database and machines that start with it. Each has a folder of its own. */
async function createWorld(context: TestContext) {
  const database = await cloneDatabase();
  const connection = await connectionTo(database);
  const folders: string[] = [];
  context.after(async () => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    await dropDatabase(database);
  });
  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'machine-'));
    folders.push(folder);
    return folder;
  };
  const start = async (folder: string, environment: Record<string, string> = {}) => {
    const config = loadConfig({
      DATA_DIR: folder,
      SECRET_KEY: key,
      DATABASE_URL: 'postgres://x',
      ...environment,
    });
    const { X402_PAY_TO_BASE, dataFolder } = config;
    const addresses = { base: X402_PAY_TO_BASE || `of ${dataFolder}`, solana: '' };
    await requireInstallation({ config, addresses }, connection, log);
  };
  const beat = async () => {
    const client = new pg.Client(connection);
    await client.connect();
    await client.query("insert into system.job_runner (id, seen_at) values ('other', now())");
    await client.end();
  };
  return { newFolder, start, beat };
}

test('a machine starts again, and another one that shares its folder', async (context) => {
  const { newFolder, start } = await createWorld(context);
  const folder = newFolder();
  await start(folder);
  await start(folder);
  const other = newFolder();
  cpSync(folder, other, { recursive: true });
  await start(other);
});

test('refuses another secret key, other uploads and a folder without a mark, and says what to do', async (context) => {
  const { newFolder, start } = await createWorld(context);
  const folder = newFolder();
  await start(folder);
  await assert.rejects(start(folder, { SECRET_KEY: 'cd'.repeat(32) }), {
    message:
      /^This machine has another SECRET_KEY than the installation in the database\. Set the SECRET_KEY of the/,
  });
  const other = newFolder();
  await assert.rejects(start(other), {
    message: /^This machine has other uploads than .* Share .*uploads with/,
  });
  await assert.rejects(start(other), /has other uploads/);
});

test('refuses other receiving addresses and another bucket while another machine runs', async (context) => {
  const { newFolder, start, beat } = await createWorld(context);
  const folder = newFolder();
  await start(folder);
  const address = { X402_PAY_TO_BASE: `0x${'12'.repeat(20)}` };
  const bucket = { S3_BUCKET: 'plaza', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
  await start(folder, address);
  await start(folder, { ...address, ...bucket });
  await start(folder, address);
  await beat();
  await start(folder, address);
  await assert.rejects(start(folder), /has other receiving addresses than .* stop all machines first/);
  await assert.rejects(start(folder, { ...address, ...bucket }), /has another place for uploads than/);
});

test('takes over what a machine has if it is told to', async (context) => {
  const { newFolder, start } = await createWorld(context);
  await start(newFolder());
  const folder = newFolder();
  const changed = { SECRET_KEY: 'cd'.repeat(32) };
  await assert.rejects(start(folder, changed));
  await start(folder, { ...changed, ACCEPT_INSTALLATION: 'true' });
  await start(folder, changed);
  assert.match(readFileSync(join(folder, 'uploads/.installation'), 'utf8'), /^[0-9a-f-]{36}\n$/);
});

test('of machines that start at once for the first time, those with other folders are refused', async (context) => {
  const { newFolder, start } = await createWorld(context);
  const first = newFolder();
  const results = await Promise.allSettled(
    [first, first, newFolder(), newFolder()].map((folder) => start(folder)),
  );
  const started = results.filter(({ status }) => status === 'fulfilled').length;
  assert.ok(started === 1 || started === 2, `${started} started`);
});
