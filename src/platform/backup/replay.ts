import { chownSync, constants, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startEmbeddedPostgres } from '../database/embedded.ts';
import type { DatabaseFolder } from '../database/embedded/place.ts';
import type { Log } from '../logging/log.ts';
import { BackupError, type TarEntry, type Key, readArchive } from './archive.ts';
import { type LogPart, parsePart, segmentBytes } from './archiving.ts';
import type { BackupStore, StoredBackup } from './stores.ts';

/** A moment to restore, and the archive that has what happened until then. */
export interface Until {
  at: Date;
  archive: BackupStore;
}

type ArchivedPart = StoredBackup & LogPart;

/**
 * The parts of the archive that lead from a backup to a moment, in their order.
 * @param log the segments of the write-ahead log in the backup
 */
function choosePath(
  list: readonly StoredBackup[],
  { createdAt, log, until }: { createdAt: Date; log: readonly string[]; until: Date },
): ArchivedPart[] {
  const last = log.toSorted().at(-1) ?? '';
  const timeline = last.slice(0, 8);
  // A backup ends with a whole segment.
  let reached = (BigInt(`0x${last.slice(8, 16)}`) * 256n + BigInt(`0x${last.slice(16)}`) + 1n) * segmentBytes;
  const parts = list
    .flatMap((stored) => ({ ...stored, ...parsePart(stored.name) }))
    .filter((part): part is ArchivedPart => part.timeline === timeline && part.at >= createdAt)
    .sort((a, b) => Number(a.from - b.from || a.to - b.to));
  const chosen: ArchivedPart[] = [];
  for (const part of parts) {
    if (part.from > reached) break;
    chosen.push(part);
    if (part.at >= until) return chosen;
    if (part.to > reached) reached = part.to;
  }
  const end = chosen.at(-1)?.at.toISOString();
  const missing = parts[chosen.length];
  throw new BackupError(
    end === undefined
      ? 'The archive beside the backup has nothing of what followed it, so it can be restored without --until only.'
      : `${missing ? 'A part of the archive is missing' : 'The archive ends'} after ${end}. Restore until then, or take a newer backup.`,
  );
}

interface Draft {
  place: DatabaseFolder;
  /** where uploads are restored */
  uploads: string;
  createdAt: Date;
  key: Key;
  log: Log;
}

/** Brings an unpacked database to a moment after its backup, on a server of its own that is stopped again. */
export async function replay({ at, archive }: Until, draft: Draft): Promise<void> {
  const { place, createdAt, log } = draft;
  const folder = join(place.data, 'pg_wal');
  const names = (await readdir(folder)).filter((name) => /^[0-9A-F]{24}$/.test(name));
  const parts = choosePath(await archive.list(), { createdAt, log: names, until: at });
  for (const { name } of parts) {
    const file = await archive.fetch(name, place.folder);
    await readArchive(file, draft.key, (entry) => addEntry(entry, folder, draft));
    if (dirname(file) === place.folder) await rm(file);
  }
  await writeFile(join(place.data, 'recovery.signal'), '');
  const { account } = place;
  if (account)
    for (const name of [...(await readdir(folder)).map((each) => join('pg_wal', each)), 'recovery.signal'])
      chownSync(join(place.data, name), account.uid, account.gid);
  const settings = {
    restore_command: 'false', // everything is in pg_wal already
    recovery_target_time: at.toISOString().replace('Z', '+00'),
    recovery_target_action: 'promote',
    hot_standby: 'off',
  };
  const postgres = await startEmbeddedPostgres({
    folder: place.folder,
    database: 'plaza',
    log,
    settings,
  }).catch((cause: unknown) => {
    if (!String(cause).includes('before consistent recovery point')) throw cause;
    throw new BackupError(
      `The backup was still being made at ${at.toISOString()}. Take the one before it, or a later moment.`,
      { cause },
    );
  });
  await postgres.stop();
}

async function addEntry({ name, mode, body }: TarEntry, log: string, { uploads }: Draft): Promise<void> {
  const [, segment, offset] = /^pg_wal\/([0-9A-F]{24})\.(\d{1,8})$/.exec(name) ?? [];
  if (segment !== undefined) return writeAt(join(log, segment), Number(offset), body);
  if (!name.startsWith('uploads/') || normalize(name) !== name)
    throw new BackupError(`The archive has an entry that does not belong there: ${name}.`);
  const path = join(dirname(uploads), name);
  await mkdir(dirname(path), { recursive: true });
  // The same file may be in the backup or in two parts.
  await pipeline(Readable.from(body), createWriteStream(path, { mode }));
}

/** Writes a part of a segment, which has its whole size from the beginning. */
async function writeAt(path: string, offset: number, body: TarEntry['body']): Promise<void> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    await file.truncate(Number(segmentBytes));
    let at = offset;
    for await (const chunk of body) at += (await file.write(chunk, 0, chunk.length, at)).bytesWritten;
  } finally {
    await file.close();
  }
}
