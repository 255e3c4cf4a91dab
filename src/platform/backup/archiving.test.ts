// The archive of the write-ahead log: a restored copy has what was there at any moment.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { archive } from './archiving.ts';
import { findEmbeddedPostgres } from '../database/embedded.ts';
import { loadConfig } from '../settings/config.ts';
import { createFolder, startProgram } from '../../../test/faults/program.ts';

const connectionOf = (folder: string) => findEmbeddedPostgres(join(folder, 'postgres'), 'plaza');

async function query(folder: string, sql: string): Promise<{ name: string }[]> {
  const client = new pg.Client(connectionOf(folder));
  await client.connect();
  try {
    return (await client.query<{ name: string }>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Runs a script. Returns its exit code and what it printed. */
async function run(script: string, environment: Record<string, string>, ...args: string[]): Promise<string> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', `scripts/${script}.ts`, ...args],
    { env: { ...process.env, LOG_LEVEL: 'error', ...environment }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const [said, failed, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ]);
  return `${code}\n${said}${failed}`;
}

/** A running program with a backup, and what is written after it. */
async function startArchived(context: TestContext, more: Record<string, string> = {}) {
  const backups = createFolder();
  const settings = { BACKUP_TO: backups, BACKUP_ARCHIVE_DAYS: '7', ...more };
  const program = await startProgram(settings);
  const { folder } = program;
  const environment = { ...settings, DATA_DIR: folder };
  const copies: string[] = [];
  context.after(async () => {
    await program.remove();
    for (const each of [backups, ...copies]) rmSync(each, { recursive: true, force: true });
  });
  await query(folder, 'create table public.written (name text not null)');
  assert.match(await run('backup', environment, '--to', backups), /^0\n/);
  const [name = ''] = readdirSync(backups).filter((each) => each.startsWith('plaza-'));
  const uploads = join(folder, 'uploads/photos/2026/11');
  mkdirSync(uploads, { recursive: true });
  const parts = () =>
    existsSync(join(backups, 'archive')) ? readdirSync(join(backups, 'archive')).sort() : [];
  return {
    backups,
    folder,
    program,
    file: join(backups, name),
    parts,
    /** Archives until a moment. The times of the archive are whole seconds. */
    archiveUntil: async (at: string) => {
      const last = () => parts().at(-1)?.slice(6, 23) ?? '';
      while (last() <= at.slice(0, 19).replaceAll(':', '')) {
        await archive(loadConfig(environment), connectionOf(folder)!);
        await sleep(200);
      }
    },
    /** Writes a row and a file. Returns a moment after it and before the next. */
    write: async (what: string): Promise<string> => {
      writeFileSync(join(uploads, `${what}.webp`), what);
      await query(folder, `insert into public.written values ('${what}')`);
      await sleep(20);
      const at = new Date().toISOString();
      await sleep(20);
      return at;
    },
    restore: async (args: string[], keys: Record<string, string> = {}) => {
      const copy = createFolder();
      copies.push(copy);
      return { copy, said: await run('restore', { DATA_DIR: copy, ...keys }, ...args) };
    },
    open: async (copy: string) => {
      const started = await startProgram({}, copy);
      context.after(() => started.remove());
      const rows = await query(copy, 'select name from public.written order by 1');
      return rows.map((row) => row.name);
    },
  };
}

test('a copy has what was there at a moment after the backup, with its uploads', async (context) => {
  const identity = await generateX25519Identity();
  const archived = await startArchived(context, { BACKUP_RECIPIENT: await identityToRecipient(identity) });
  const before = await archived.write('a');
  await archived.archiveUntil(before);
  await archived.write('b');
  const between = await archived.write('c');
  await archived.write('d');
  await archived.archiveUntil(between);
  const [part = ''] = archived.parts();
  assert.equal(
    readFileSync(join(archived.backups, 'archive', part))
      .subarray(0, 21)
      .toString(),
    'age-encryption.org/v1',
  );
  const keys = { BACKUP_IDENTITY: identity };
  for (const [until, names] of [
    [before, ['a']],
    [between, ['a', 'b', 'c']],
  ] as const) {
    const { copy, said } = await archived.restore([archived.file, '--until', until], keys);
    assert.match(said, new RegExp(`^0\n.* is as of ${until}`));
    assert.deepEqual(await archived.open(copy), names);
    for (const name of names)
      assert.equal(readFileSync(join(copy, 'uploads/photos/2026/11', `${name}.webp`), 'utf8'), name);
  }
  const { copy } = await archived.restore([archived.file], keys);
  assert.deepEqual(await archived.open(copy), [], 'without --until as of the backup');
});

test('the archive begins with a backup, and ends with its setting', async (context) => {
  const archived = await startArchived(context);
  const slots = async (folder: string) =>
    (await query(folder, 'select slot_name as name from pg_replication_slots')).map(({ name }) => name);
  assert.deepEqual(await slots(archived.folder), ['plaza_archive']);
  const { copy } = await archived.restore([archived.file]);
  const settings = { BACKUP_TO: archived.backups, BACKUP_ARCHIVE_DAYS: '7' };
  const started = await startProgram(settings, copy);
  context.after(() => started.remove());
  assert.deepEqual(await slots(copy), [], 'a copy does not write into the archive of its original');
  const until = await archived.write('a');
  await archived.archiveUntil(until);
  const former = archived.parts();
  await sleep(1000); // names have seconds
  assert.match(await run('backup', { ...settings, DATA_DIR: archived.folder }, '--nightly'), /^0\n/);
  assert.deepEqual(
    archived.parts().filter((part) => former.includes(part)),
    [],
    'the newest backup of a day is kept, which does not need them',
  );
  archived.program.child.kill('SIGTERM');
  await once(archived.program.child, 'exit');
  const again = await startProgram({}, archived.folder);
  context.after(() => again.remove());
  assert.deepEqual(await slots(archived.folder), []);
});

test('refuses a moment that the backup or the archive does not have', async (context) => {
  const archived = await startArchived(context);
  const before = await archived.write('a');
  await archived.archiveUntil(before);
  const until = await archived.write('b');
  await archived.archiveUntil(until);
  const refused = async (at: string, reason: RegExp, file = archived.file) => {
    const { copy, said } = await archived.restore([file, '--until', at]);
    assert.match(said, reason);
    assert.deepEqual(readdirSync(copy), []);
  };
  await refused('2020-01-01T00:00:00Z', /^1\nThe backup is of .* Take one from before 2020-01-01T00:00:00/);
  await refused('tomorrow', /^2\ntomorrow is not a time: write it as /);
  await refused('2999-01-01', /^1\nThe archive ends after .* Restore until then, or take a newer backup\.$/m);
  const removed = join(archived.backups, 'archive', archived.parts().at(-2) ?? '');
  renameSync(removed, join(archived.backups, 'aside'));
  await refused(until, /^1\nA part of the archive is missing after /);
  writeFileSync(removed, readFileSync(join(archived.backups, 'aside')).fill(0, 100, 120));
  await refused(until, /^1\nThe backup .* is damaged or incomplete/);
  assert.match((await archived.restore([archived.file, '--until', before])).said, /^0\n/);
  rmSync(join(archived.backups, 'archive'), { recursive: true });
  await refused(before, /^1\nThe archive beside the backup has nothing of what followed it/);
});
