// Backups of a running program, restored and compared row by row with what it had acknowledged.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { findEmbeddedPostgres } from '../../src/platform/database/embedded.ts';
import { type Customer, registerAt } from './customer.ts';
import { createFolder, type Program, startProgram } from './program.ts';

const environmentOf = (folder: string) => ({ ...process.env, DATA_DIR: folder, LOG_LEVEL: 'error' });

const startScript = (script: 'backup' | 'restore', folder: string, args: string[], more = {}): ChildProcess =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', `scripts/${script}.ts`, ...args], {
    env: { ...environmentOf(folder), ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

async function run(script: 'backup' | 'restore', folder: string, args: string[], more = {}): Promise<string> {
  const child = startScript(script, folder, args, more);
  const [said, failed, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'exit') as Promise<[number]>,
  ]);
  return `${code}\n${said}${failed}`;
}

const backupsIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('plaza-'));

async function query<T extends object>(program: Program, sql: string): Promise<T[]> {
  const client = new pg.Client(findEmbeddedPostgres(join(program.folder, 'postgres'), 'plaza'));
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** In milliseconds, which leaves the processor to the backup. */
const pause = 100;
const enough = { links: 30, clicks: 200 };

/** Adds links and follows them until stopped, slowly once there are enough. What was acknowledged is in the lists. */
function startWrites(ada: Customer, base: string) {
  const links: { alias: string; url: string }[] = [];
  let clicks = 0;
  let isStopped = false;
  const write = async (writer: number) => {
    for (let n = 0; !isStopped; n += 1) {
      const link = { alias: `w${writer}-${n}`, url: `https://example.org/${writer}/${n}` };
      const { status } = await ada.call('POST', `${base}/api/url/add`, { url: link.url, custom: link.alias });
      if (status === 200) links.push(link);
      if (links.length > enough.links) await sleep(pause);
    }
  };
  const follow = async () => {
    while (!isStopped) {
      const answer = await fetch(`${base}/followed`, { redirect: 'manual' });
      if (answer.status === 302) clicks += 1;
      if (clicks > enough.clicks) await sleep(pause);
    }
  };
  const writing = Promise.all([write(1), write(2), follow(), follow()]);
  return {
    acknowledged: () => ({ links: [...links], clicks }),
    stop: async () => {
      isStopped = true;
      await writing;
    },
  };
}

async function startWithWrites(context: TestContext) {
  const program = await startProgram();
  const backups = createFolder();
  context.after(async () => {
    await program.remove();
    rmSync(backups, { recursive: true, force: true });
  });
  const ada = await registerAt(program.hop);
  const { body } = await ada.call<{ id: number }>('POST', `${program.hop}/api/url/add`, {
    url: 'https://example.org/',
    custom: 'followed',
  });
  const writes = startWrites(ada, program.hop);
  const isEnough = () =>
    writes.acknowledged().links.length > enough.links && writes.acknowledged().clicks > enough.clicks;
  while (!isEnough()) await sleep(10);
  return { program, backups, ada, link: body.id, writes };
}

for (const args of [[], ['--rows']])
  test(`a backup during writes has everything acknowledged before it began (${args.join() || 'files'})`, async (context) => {
    const { program, backups, ada, link, writes } = await startWithWrites(context);
    writeFileSync(join(program.folder, 'uploads', 'stored.txt'), 'an upload');
    const before = writes.acknowledged();
    // Backups may be in the data folder too.
    const to = args.length > 0 ? program.folder : backups;
    const said = await run('backup', program.folder, ['--to', to, '--verify', ...args]);
    assert.match(said, /^0\n[^]*The copy was started: its counts and its ledger are right\./);
    const after = writes.acknowledged();
    await writes.stop();
    assert.ok(after.links.length > before.links.length, 'links were added meanwhile');
    const [name = ''] = backupsIn(to);

    const folder = createFolder();
    const restored = await run('restore', folder, [join(to, name)]);
    assert.match(restored, /^0\n/);
    assert.match(await run('restore', folder, [join(to, name)]), /^1\n.* is not empty\./);
    assert.deepEqual(backupsIn(folder), [], 'backups are not backed up');
    const copy = await startProgram({}, folder);
    context.after(() => copy.remove());
    const rows = await query<{ alias: string; url: string }>(copy, 'select alias, url from links.link');
    const found = new Map(rows.map(({ alias, url }) => [alias, url]));
    for (const { alias, url } of before.links) assert.equal(found.get(alias), url, alias);
    const clicks = await ada.countClicks(copy.hop, link, before.clicks);
    assert.ok(clicks >= before.clicks, `${clicks} of ${before.clicks} clicks`);
    context.diagnostic(
      `${before.links.length} links and ${before.clicks} clicks before, ${found.size} links and ${clicks} clicks restored`,
    );
    assert.deepEqual(readdirSync(join(folder, 'uploads')).includes('stored.txt'), true);

    const old = Array.from({ length: 20 }, (_, day) =>
      name.replace(/\d{4}-\d\d-\d\d/, `2025-01-${day + 10}`),
    );
    for (const each of old) writeFileSync(join(to, each), 'of the original');
    assert.match(
      await run('backup', folder, ['--nightly', ...args], { BACKUP_TO: to, BACKUP_VERIFY: 'false' }),
      /^0\n/,
    );
    const kept = backupsIn(to);
    assert.deepEqual(
      [...old, name].filter((each) => !kept.includes(each)),
      [],
      'a copy deletes no backups of the original',
    );
    assert.equal(kept.length, 22);
  });

test('a backup that is killed at any step does not count, and leaves nothing that hinders', async (context) => {
  const { program, backups, writes } = await startWithWrites(context);
  for (const step of ['clicks', 'counts', 'database', 'files']) {
    const child = startScript('backup', program.folder, ['--to', backups]);
    for await (const chunk of child.stdout!) if (String(chunk).includes(`${step} …`)) break;
    child.kill('SIGKILL');
    await once(child, 'exit');
    // The last step may have been done.
    if (step !== 'files') assert.deepEqual(backupsIn(backups), [], step);
  }
  for (const name of backupsIn(backups)) rmSync(join(backups, name));
  const slots = () => query(program, 'select from pg_replication_slots');
  while ((await slots()).length > 0) await sleep(20);
  const child = startScript('backup', program.folder, ['--to', backups, '--verify']);
  for await (const chunk of child.stdout!) if (String(chunk).includes('verify …')) break;
  const copies = () =>
    readdirSync(dirname(realpathSync(join(program.folder, 'postgres')))).filter((name) =>
      name.startsWith('verify-'),
    );
  while (copies().length < 2) await sleep(10);
  child.kill('SIGKILL');
  await once(child, 'exit');
  for (const name of backupsIn(backups)) rmSync(join(backups, name));
  assert.match(await run('backup', program.folder, ['--to', backups, '--verify']), /^0\n/);
  await writes.stop();
  assert.equal(backupsIn(backups).length, 1);
  assert.deepEqual(copies(), [], 'copies of killed proofs are removed');
});

test('a damaged backup is refused before anything changes, and --overwrite keeps what was there', async (context) => {
  const { program, backups, writes } = await startWithWrites(context);
  await writes.stop();
  await run('backup', program.folder, ['--to', backups]);
  const [name = ''] = backupsIn(backups);
  const file = join(backups, name);
  const damaged = join(backups, 'damaged');
  const { readFile } = await import('node:fs/promises');
  writeFileSync(damaged, (await readFile(file)).fill(0, 200_000, 200_100));
  assert.match(
    await run('restore', program.folder, [file, '--overwrite']),
    /^1\nThe services that use .* are running/,
  );
  program.child.kill('SIGTERM');
  await once(program.child, 'exit');
  const BACKUP_RECIPIENT = await identityToRecipient(await generateX25519Identity());
  const encrypted = createFolder();
  const nightly = () =>
    run('backup', program.folder, ['--nightly'], { BACKUP_RECIPIENT, BACKUP_TO: encrypted });
  assert.match(await nightly(), /^0\n/, 'not proven, because its secret key is elsewhere');
  assert.match(await nightly(), /^0\n/);
  assert.equal(backupsIn(encrypted).length, 1, 'the newest of the day is kept');
  rmSync(encrypted, { recursive: true });
  const empty = createFolder();
  context.after(() => rmSync(empty, { recursive: true }));
  assert.match(await run('backup', empty, ['--to', backups]), /^1\nThere is no installation in /);
  assert.deepEqual(readdirSync(empty), [], 'none is created');
  const before = readdirSync(program.folder).sort();
  assert.match(
    await run('restore', program.folder, [damaged, '--overwrite']),
    /^1\nThe backup .* is damaged or incomplete/,
  );
  assert.deepEqual(readdirSync(program.folder).sort(), before);
  const said = await run('restore', program.folder, [file, '--overwrite']);
  assert.match(said, /^0\n[^]*What was there before is in .*before-restore-/);
  const again = await startProgram({}, program.folder);
  context.after(() => again.remove());
  assert.equal((await query(again, `select from links.link where alias = 'followed'`)).length, 1);
});
