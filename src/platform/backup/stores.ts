import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { days } from '../../kernel/time.ts';
import type { Config } from '../settings/config.ts';

export interface StoredBackup {
  name: string;
  bytes: number;
  at: Date;
}

/** Where backups are: a folder or a bucket. A backup is there when it is complete, or not at all. */
export interface BackupStore {
  /** for messages, without credentials */
  place: string;
  /**
   * The name of a backup of this installation.
   * @param part what it has of the write-ahead log, if it is a part of the archive
   */
  nameAt(at: Date, ending: string, part?: string): string;
  /** the newest first, only of this installation */
  list(): Promise<StoredBackup[]>;
  write(name: string, work: (sink: Writable) => Promise<void>): Promise<void>;
  /** Returns a local path of the backup, in `folder` if it has to be downloaded. */
  fetch(name: string, folder: string): Promise<string>;
  remove(name: string): Promise<void>;
}

const form =
  /^plaza-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z-([0-9a-f]{8})(?:-[0-9A-F-]{42})?\.tar\.zst(?:\.age)?$/;

/**
 * Tells the backups of installations apart that share a folder or bucket, so that none deletes another's.
 * @param seed of `getBackupSeed`, as a restored copy has the key of the original
 */
const installationOf = ({ secretKey }: Pick<Config, 'secretKey'>, seed: string): string =>
  createHash('sha256').update('backups').update(secretKey).update(seed).digest('hex').slice(0, 8);

/** Whether a file is a backup, or one that is being written. */
export const isBackup = (name: string): boolean =>
  form.test(name.endsWith(partial) ? name.slice(1, -partial.length) : name);

/** When a backup of the installation was made. Undefined: the file is none. */
function parseName(name: string, own: string): Date | undefined {
  const [, day, hour, minute, second, installation] = form.exec(name) ?? [];
  return day === undefined || installation !== own
    ? undefined
    : new Date(`${day}T${hour}:${minute}:${second}Z`);
}

const newestFirst = (list: StoredBackup[]) => list.sort((a, b) => b.at.getTime() - a.at.getTime());

export const openStore = (target: string, config: Config, seed = ''): BackupStore =>
  openStoreOf(target, config, installationOf(config, seed));

const openStoreOf = (target: string, config: Config, installation: string): BackupStore => ({
  ...(isBucket(target)
    ? bucketStore(target, config, installation)
    : folderStore(resolve(target), installation)),
  nameAt: (at, ending, part) =>
    `plaza-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z-${installation}${part === undefined ? '' : `-${part}`}${ending}`,
});

const isBucket = (target: string): boolean => target.startsWith('s3://');

/** Where the write-ahead log is archived, beside the backups. */
export const archiveOf = (target: string): string =>
  `${target.endsWith('/') ? target.slice(0, -1) : target}/archive`;

/** Where a backup and the archive of its installation are. The archive of a renamed backup is empty. */
export function locateBackup(
  file: string,
  config: Config,
): { name: string; store: BackupStore; archive: BackupStore } {
  const path = isBucket(file) ? file : resolve(file);
  const [target, name] = [
    isBucket(file) ? path.slice(0, path.lastIndexOf('/')) : dirname(path),
    basename(path),
  ];
  const installation = form.exec(name)?.[5] ?? '';
  return {
    name,
    store: openStoreOf(target, config, installation),
    archive: openStoreOf(archiveOf(target), config, installation),
  };
}

type Storage = Omit<BackupStore, 'nameAt'>;

const partial = '.partial';

function folderStore(folder: string, installation: string): Storage {
  return {
    place: folder,
    list: async () => {
      const names = await readdir(folder).catch(() => []);
      const found = await Promise.all(
        names.map(async (name) => {
          const at = parseName(name, installation);
          const file = at && (await stat(join(folder, name)).catch(() => undefined));
          return file?.isFile() ? [{ name, bytes: file.size, at }] : [];
        }),
      );
      return newestFirst(found.flat() as StoredBackup[]);
    },
    write: async (name, work) => {
      await mkdir(folder, { recursive: true });
      await sweepPartial(folder);
      const temporary = join(folder, `.${name}${partial}`);
      try {
        await work(createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }));
        await rename(temporary, join(folder, name));
        await syncFolder(folder);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    fetch: (name) => Promise.resolve(join(folder, name)),
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

/** Removes what killed backups left. */
async function sweepPartial(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(partial) || !isBackup(name)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < Date.now() - days(1)) await rm(path, { force: true });
  }
}

/** Without it, the new name may be lost in a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Parts of an upload to a bucket have at least 5 MiB, and at most 10,000 are allowed: 640 GB. */
const partBytes = 64 * 1024 ** 2;

/** `s3://bucket/prefix`, with the credentials of uploads. An upload that does not end is not an object. */
function bucketStore(target: string, config: Config, installation: string): Storage {
  const { hostname: Bucket, pathname } = new URL(target);
  const prefix = pathname.replace(/^\/|\/$/g, '');
  const Key = (name: string) => (prefix ? `${prefix}/${name}` : name);
  const open = async () => {
    const s3 = await import('@aws-sdk/client-s3');
    const { S3_REGION, S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
    const client = new s3.S3Client({
      region: S3_REGION,
      credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
      ...(S3_ENDPOINT && { endpoint: S3_ENDPOINT, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 5,
    });
    return { s3, client };
  };
  return {
    place: `s3://${Bucket}${pathname}`,
    list: async () => {
      const { s3, client } = await open();
      const list: StoredBackup[] = [];
      for (let ContinuationToken: string | undefined; ;) {
        const page = await client.send(
          new s3.ListObjectsV2Command({
            Bucket,
            Prefix: Key('plaza-'),
            ...(ContinuationToken && { ContinuationToken }),
          }),
        );
        for (const { Key: key = '', Size = 0 } of page.Contents ?? []) {
          const name = key.slice(Key('').length);
          const at = parseName(name, installation);
          if (at) list.push({ name, bytes: Size, at });
        }
        ContinuationToken = page.NextContinuationToken;
        if (ContinuationToken === undefined) return newestFirst(list);
      }
    },
    write: async (name, work) => {
      const { s3, client } = await open();
      const object = { Bucket, Key: Key(name) };
      const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand(object));
      const parts: { ETag: string | undefined; PartNumber: number }[] = [];
      const send = async (Body: Buffer) => {
        const PartNumber = parts.length + 1;
        const { ETag } = await client.send(
          new s3.UploadPartCommand({ ...object, UploadId, PartNumber, Body }),
        );
        parts.push({ ETag, PartNumber });
      };
      try {
        await work(inParts(send));
        await client.send(
          new s3.CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts: parts } }),
        );
      } catch (error) {
        await client.send(new s3.AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => undefined);
        throw error;
      }
    },
    fetch: async (name, folder) => {
      const { s3, client } = await open();
      const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key: Key(name) }));
      const path = join(folder, name);
      await pipeline(Body as NodeJS.ReadableStream, createWriteStream(path, { mode: 0o600 }));
      return path;
    },
    remove: async (name) => {
      const { s3, client } = await open();
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key: Key(name) }));
    },
  };
}

/** Collects what is written into parts. */
function inParts(send: (part: Buffer) => Promise<void>): Writable {
  let chunks: Buffer[] = [];
  let size = 0;
  const flush = async () => {
    const part = Buffer.concat(chunks);
    [chunks, size] = [[], 0];
    await send(part);
  };
  const settle = (work: Promise<void>, done: (error?: Error) => void) =>
    void work.then(
      () => done(),
      (error: unknown) => done(error as Error),
    );
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      size += chunk.length;
      if (size < partBytes) done();
      else settle(flush(), done);
    },
    final(done) {
      settle(flush(), done);
    },
  });
}

const [keptDays, keptWeeks, keptMonths] = [7, 4, 3];

/**
 * The backups that are not kept: all but the newest of each of the last 7 days, 4 weeks and 3 months that have one.
 * @param list the newest first
 */
export function expiredOf(list: readonly StoredBackup[]): StoredBackup[] {
  const kept = new Set<StoredBackup>();
  const keep = (max: number, periodOf: (at: Date) => string) => {
    const periods = new Set<string>();
    for (const backup of list) {
      const period = periodOf(backup.at);
      if (periods.has(period) || periods.size >= max) continue;
      periods.add(period);
      kept.add(backup);
    }
  };
  keep(keptDays, (at) => at.toISOString().slice(0, 10));
  // Weeks begin on Monday. The first day of 1970 was a Thursday.
  keep(keptWeeks, (at) => String(Math.floor((at.getTime() / days(1) + 3) / 7)));
  keep(keptMonths, (at) => at.toISOString().slice(0, 7));
  return list.filter((backup) => !kept.has(backup));
}
