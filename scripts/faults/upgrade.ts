import type { ChildProcess } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded.ts';
import type { DatabaseAddress } from '../../src/platform/database/open.ts';
import { createLog } from '../../src/platform/logging/log.ts';
import { registerAt } from '../../test/faults/customer.ts';
import { createFolder, startProgram } from '../../test/faults/program.ts';
import { freePorts } from '../../test/free-ports.ts';
import { isReady, openFormerVersion, stopServer } from './former-version.ts';
import { nothingPromised, startLoad } from './load.ts';
import { watchLocks } from './lock-watch.ts';
import { startMembers } from './members.ts';
import { Outcomes } from './outcomes.ts';
import { sums, verify } from './verify.ts';

const log = createLog({ LOG_LEVEL: 'silent' });

/** The longest that a table may be locked. */
const longestLock = 1000;

/**
 * Upgrades from a former commit with demo data while its process serves and is asked all the time, as machines behind
 * a proxy are upgraded one by one. Returns the failures as sentences.
 */
export async function upgradeFrom(commit: string): Promise<string[]> {
  console.log(`Installing commit ${commit} …`);
  const former = openFormerVersion(commit);
  const folders = [createFolder(), createFolder(), createFolder()] as const;
  const [shared, old, today] = folders;
  const postgres = await startEmbeddedPostgres({ folder: `${shared}/postgres`, database: 'plaza', log });
  const running: ChildProcess[] = [];
  try {
    mkdirSync(`${old}/uploads`);
    symlinkSync(`${old}/uploads`, `${today}/uploads`);
    const { host, port, user, database } = postgres.connection;
    const [plazaPort = 0, hopPort = 0] = await freePorts(2);
    const environment = {
      DATABASE_URL: `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`,
      SECRET_KEY: 'ab'.repeat(32),
      PLAZA_URL: 'http://localhost:8301',
      HOP_URL: 'http://localhost:8302',
      RATE_LIMITS: 'false',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    };
    const own = { ...environment, DATA_DIR: old, PLAZA_PORT: String(plazaPort), HOP_PORT: String(hopPort) };
    former.run('demo', own);
    const oldServer = await former.start(own);
    running.push(oldServer);
    const at = { plaza: `http://localhost:${plazaPort}`, hop: `http://localhost:${hopPort}` };
    const { key } = await registerAt(at.hop);

    const outcomes = new Outcomes();
    const promised = nothingPromised();
    const target = { ...at };
    const load = startLoad(() => target.hop, key, promised, outcomes.count);
    const members = await startMembers(() => target.plaza, outcomes.count);
    await outcomes.during('the former version alone', () => sleep(5000));
    const locks = await watchLocks(postgres.connection);
    const program = await outcomes.during('today’s version migrates and starts', () =>
      startProgram({ ...environment, SHUTDOWN_DELAY: '2' }, today),
    );
    running.push(program.child);
    const { held, waited } = await locks.stop();
    await outcomes.during('both serve, the former is asked', () => sleep(5000));
    const stayedReady = await isReady(at.hop);
    Object.assign(target, { plaza: program.plaza, hop: program.hop });
    await outcomes.during('both serve, today’s is asked', () => sleep(3000));
    await outcomes.during('the former version stops', () => stopServer(oldServer));
    await outcomes.during('today’s version alone', () => sleep(3000));
    await Promise.all([load.stop(), members.stop()]);

    console.log(outcomes.toText());
    console.log(`Acknowledged: ${sums(promised)}, ${members.published.size} posts`);
    console.log(`Longest lock of a migration: ${Math.round(held.ms)} ms (${held.what})`);
    console.log(`Longest wait for a lock: ${Math.round(waited.ms)} ms (${waited.what})`);
    console.log(`The former process was ${stayedReady ? 'still' : 'not'} ready on the new schema.`);
    return [
      ...outcomes.failures(),
      ...(await verify(postgres.connection, promised)),
      ...(await missingPosts(postgres.connection, members.published)),
      ...(held.ms > longestLock ? [`a table was locked for ${Math.round(held.ms)} ms`] : []),
    ].map((failure) => `upgrade: ${failure}`);
  } finally {
    for (const child of running) await stopServer(child);
    await postgres.stop();
    former.remove();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

async function missingPosts(connection: DatabaseAddress, published: ReadonlySet<string>): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ text: string }>(
    `select text from social.post where text like 'During the upgrade%'`,
  );
  await client.end();
  const stored = new Set(rows.map(({ text }) => text));
  const missing = [...published].filter((text) => !stored.has(text));
  return missing.length > 0 ? [`${missing.length} acknowledged posts are missing`] : [];
}
