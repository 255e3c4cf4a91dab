import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, lchownSync } from 'node:fs';
import { chmod, lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startEmbeddedPostgres } from '../database/embedded.ts';
import { type Account, openPlace } from '../database/embedded/place.ts';
import { findPostmaster } from '../database/embedded/postmaster.ts';
import type { DatabaseAddress } from '../database/open.ts';
import type { Log } from '../logging/log.ts';
import { BackupError, type TarEntry, type Key, readArchive } from './archive.ts';
import { compareCounts, countRows, type Ending, type Manifest, paths } from './create-backup.ts';
import { loadRows } from './load.ts';
import { getBackupSeed, restoredMark } from './record.ts';
import { replay, type Until } from './replay.ts';
import type { BackupStore } from './stores.ts';
import { openCopyFolder } from './copies.ts';

interface Restored {
  manifest: Manifest;
  ending: Ending;
}

interface Options {
  /** the database at DATABASE_URL; by default the embedded one in the folder */
  external?: DatabaseAddress | undefined;
  key: Key;
  log: Log;
  /** Continues to a moment after the backup. */
  until?: Until | undefined;
  /** Keeps what is in the folder beside it, instead of refusing. */
  overwrite?: boolean;
  now: Date;
}

/**
 * Restores a backup into a data folder. Nothing in the folder changes before the whole backup was read and checked.
 * Returns where the former content is, if there was any.
 */
export async function restoreBackup(
  { store, name: stored }: { store: BackupStore; name: string },
  into: string,
  { key, log, external, until, overwrite = false, now }: Options,
): Promise<Restored & { former: string | undefined }> {
  await mkdir(into, { recursive: true });
  const names = (await readdir(into)).filter((name) => name !== staging);
  if (names.length > 0 && !overwrite)
    throw new BackupError(
      `${into} is not empty. Restore to another folder (--into DIR), or add --overwrite, which moves what is there aside.`,
    );
  if (findPostmaster(join(into, 'postgres/data')))
    throw new BackupError(`The services that use ${into} are running. Stop them first.`);
  const draft = join(into, staging);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o755 });
  try {
    const file = await store.fetch(stored, draft);
    const restored = await unpack(file, draft, { key, log, hasEmbedded: !external });
    if (dirname(file) === draft) await rm(file);
    await load(draft, restored.manifest, external, log);
    if (until) await continueUntil(until, draft, restored.manifest, { key, log });
    // Several machines share an external database, so it must not wait for a backup of this one.
    if (external) await getBackupSeed(external, true);
    else await writeFile(join(draft, restoredMark), '');
    let former: string | undefined;
    if (names.length > 0) {
      former = join(into, `before-restore-${now.toISOString().slice(0, 19).replaceAll(':', '')}`);
      await moveAll(names, into, former);
    }
    for (const name of await readdir(draft)) await rename(join(draft, name), join(into, name));
    return { ...restored, former };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function continueUntil(
  until: Until,
  draft: string,
  manifest: Manifest,
  { key, log }: Pick<Options, 'key' | 'log'>,
): Promise<void> {
  const createdAt = new Date(manifest.createdAt);
  if (manifest.database !== 'files')
    throw new BackupError(
      'The backup has rows, which --until cannot continue. Take one of an embedded PostgreSQL without --rows.',
    );
  if (until.at <= createdAt)
    throw new BackupError(
      `The backup is of ${manifest.createdAt}. Take one from before ${until.at.toISOString()}.`,
    );
  const place = openPlace(join(draft, 'postgres'), log);
  await replay(until, { place, uploads: join(draft, 'uploads'), createdAt, key, log });
}

/** Moves what is in a folder to a new one, all or nothing. */
async function moveAll(names: readonly string[], from: string, to: string): Promise<void> {
  await mkdir(to);
  const moved: string[] = [];
  try {
    for (const name of names) {
      await rename(join(from, name), join(to, name));
      moved.push(name);
    }
  } catch (cause) {
    for (const name of moved) await rename(join(to, name), join(from, name));
    await rm(to, { recursive: true });
    const name = names[moved.length] ?? '';
    throw new BackupError(
      `${join(from, name)} cannot be moved aside, as if it were another disk. Restore to another folder (--into DIR). Nothing was changed.`,
      { cause },
    );
  }
}

/** Loads the rows of a backup without database files. */
async function load(
  draft: string,
  manifest: Manifest,
  external: DatabaseAddress | undefined,
  log: Log,
): Promise<void> {
  if (manifest.database === 'files') {
    if (!external) return;
    throw new BackupError(
      'The backup has the files of an embedded PostgreSQL. Restore it without DATABASE_URL, or make one with --rows.',
    );
  }
  const rows = join(draft, paths.rows);
  if (external) await loadRows(external, rows, manifest, log);
  else {
    const postgres = await startEmbeddedPostgres({ folder: join(draft, 'postgres'), database: 'plaza', log });
    try {
      await loadRows(postgres.connection, rows, manifest, log);
    } finally {
      await postgres.stop();
    }
  }
  await rm(rows, { recursive: true });
}

/** The folder in which a backup is unpacked, on the disk of its destination. */
const staging = '.restoring';

/** Unpacks a backup into an empty folder. Reads all of it, also what is not wanted. */
async function unpack(
  file: string,
  folder: string,
  {
    key,
    log,
    databaseOnly = false,
    hasEmbedded = true,
  }: Pick<Options, 'key' | 'log'> & { databaseOnly?: boolean; hasEmbedded?: boolean },
): Promise<Restored> {
  const place = hasEmbedded ? openPlace(join(folder, 'postgres'), log) : undefined;
  const data = place?.data ?? join(folder, 'postgres/data');
  const found: Partial<Restored> = {};
  await readArchive(file, key, async (entry) => {
    if (entry.name === paths.manifest) found.manifest = (await jsonOf(entry)) as Manifest;
    else if (entry.name === paths.ending) found.ending = (await jsonOf(entry)) as Ending;
    else
      await write(entry, databaseOnly ? databaseTarget(entry, data, folder) : targetOf(entry, data, folder));
  });
  const { manifest, ending } = found;
  if (!manifest || !ending) throw new BackupError(`${file} is not a backup of Plaza.`);
  if (place?.account && existsSync(data)) await chownTree(data, place.account);
  return { manifest, ending };
}

/** Where an entry is written. Undefined: nowhere. */
function targetOf({ name }: TarEntry, data: string, folder: string): string | undefined {
  const database = databaseTarget({ name }, data, folder);
  if (database !== undefined) return database;
  if (!isBelow(name, paths.data)) return undefined;
  const inside = name.slice(paths.data.length + 1);
  // The process that owned the clicks may still run, if this is its machine: they are those of nobody.
  return join(
    folder,
    inside.replace(/^clicks\/\d+-\d+-/, `clicks/999999999-0-${randomBytes(2).toString('hex')}`),
  );
}

function databaseTarget({ name }: Pick<TarEntry, 'name'>, data: string, folder: string): string | undefined {
  if (isBelow(name, paths.files)) return join(data, name.slice(paths.files.length));
  return isBelow(name, paths.rows) ? join(folder, name) : undefined;
}

const isBelow = (name: string, parent: string) => name === parent || name.startsWith(`${parent}/`);

async function write({ name, mode, isFolder, body }: TarEntry, target: string | undefined): Promise<void> {
  if (normalize(name) !== name || name.startsWith('/') || name.startsWith('..'))
    throw new BackupError(`The backup has an entry outside of its folder: ${name}.`);
  if (target === undefined) {
    // Its checksum is compared too.
    for await (const chunk of body) if (chunk.length === 0) continue;
    return;
  }
  if (isFolder) {
    await mkdir(target, { recursive: true, mode });
    return;
  }
  await mkdir(dirname(target), { recursive: true });
  await pipeline(Readable.from(body), createWriteStream(target, { mode, flags: 'wx' }));
}

async function jsonOf({ body }: TarEntry): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

async function chownTree(path: string, account: Account): Promise<void> {
  lchownSync(path, account.uid, account.gid);
  if (!(await lstat(path)).isDirectory()) return;
  for (const name of await readdir(path)) await chownTree(join(path, name), account);
}

/**
 * Starts a copy of the backup on a server of its own and checks it. Returns what is wrong, as sentences.
 * @param check further checks of the copy
 */
export async function verifyBackup(
  file: string,
  parent: string,
  { key, log }: Pick<Options, 'key' | 'log'>,
  check: (connection: DatabaseAddress) => Promise<string[]>,
): Promise<string[]> {
  const folder = await openCopyFolder(parent);
  try {
    await chmod(folder, 0o755); // PostgreSQL does not run as root
    const { manifest, ending } = await unpack(file, folder, { key, log, databaseOnly: true });
    const postgres = await startEmbeddedPostgres({
      folder: join(folder, 'postgres'),
      database: 'plaza',
      log,
      settings: { fsync: 'off', full_page_writes: 'off', shared_buffers: '64MB', max_connections: '20' },
    });
    try {
      if (manifest.database === 'rows')
        await loadRows(postgres.connection, join(folder, paths.rows), manifest, log);
      const mistakes = compareCounts(ending.counts, await countRows(postgres.connection));
      return [...mistakes, ...(await check(postgres.connection))];
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
