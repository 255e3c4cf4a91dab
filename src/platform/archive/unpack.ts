import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { msg, invalid, Problem } from '../../kernel/problem.ts';
import type { App } from '../app.ts';
import { runSandboxed } from '../sandbox/sandbox.ts';
import { sandboxTask } from '../sandbox/task.ts';

interface ArchiveLimits {
  entries: number;
  /** In all unpacked files together, or for a compressed tar in everything that it contains. */
  bytes: number;
}

interface UnpackJob {
  /** The archive, and the folder for its files. */
  file: string;
  folder: string;
  limits: ArchiveLimits;
  /** Files that are unpacked, by the end of their path: `outbox.json`, or `*.html` for each. */
  wanted: readonly string[];
}

/** Unpacks files of an archive of strangers: a list of what was wanted and where it is now. */
export const unpackTask = sandboxTask('platform.unpack', () => Promise.resolve(unpack));

interface Unpacking {
  /** An archive in the store. */
  path: string;
  owner: string;
  limits: ArchiveLimits;
  wanted: readonly string[];
}

/**
 * Unpacks files of a stored ZIP or compressed tar archive of a member into a folder. Returns where they are. Throws a
 * `Problem` for what is no archive, cannot be read, or contains too much.
 */
export async function unpackInto(
  app: Pick<App, 'config' | 'log' | 'files'>,
  { path, owner, limits, wanted }: Unpacking,
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  const found = await withLocalFile(app, path, (file) => {
    const job: UnpackJob = { file, folder, limits, wanted };
    const turn = { class: 'imports', owner, seconds: 200, field: 'file', folder } as const;
    return runSandboxed(app, unpackTask, job, turn);
  });
  return new Map(found);
}

/** Makes a folder for some work, and removes it afterwards. */
export async function withFolder<T>(
  { files }: Pick<App, 'files'>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await files.newTemporary();
  try {
    await mkdir(folder);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies a stored file to this machine for some work. */
export async function withLocalFile<T>(
  app: Pick<App, 'files'>,
  path: string,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const stored = await app.files.read(path);
  if (!stored) throw invalid('file', msg('The file is no longer available'));
  const file = await app.files.newTemporary();
  try {
    await pipeline(stored.stream, createWriteStream(file));
    return await work(file);
  } finally {
    await rm(file, { force: true });
  }
}

/** Names in an archive are not paths: files are numbered. */
async function unpack({ file, folder, limits, wanted }: UnpackJob): Promise<[string, string][]> {
  const left = new Set(wanted);
  const endings = wanted.filter((each) => each.startsWith('*')).map((each) => each.slice(1));
  const found: [string, string][] = [];
  await readArchive(file, limits, async ({ name, open }) => {
    const end = endsOf(name).find((each) => left.has(each));
    if (end === undefined && !endings.some((ending) => name.endsWith(ending))) return;
    if (end !== undefined) left.delete(end);
    const copy = join(folder, String(found.length));
    await pipeline(await open(), createWriteStream(copy));
    found.push([end ?? name, copy]);
  });
  return found;
}

/** `a/b/c`, `b/c` and `c`. */
function endsOf(name: string): string[] {
  const parts = name.slice(-1000).split('/').slice(-20);
  return parts.map((_, index) => parts.slice(index).join('/'));
}

interface ArchiveFile {
  name: string;
  /** Its content, which ends with an error if it is longer than what is left of the limit. */
  open: () => Promise<Readable>;
}

type Visit = (file: ArchiveFile) => Promise<void>;

const refuse = () =>
  invalid('file', msg('The archive cannot be read. Download it again, and send it as it is.'));
const tooLarge = () => new Problem('too-large', msg('The archive contains too much'), { field: 'file' });

/** Reads file by file: an archive that contains more than it may is only read up to the limit. */
async function readArchive(path: string, limits: ArchiveLimits, visit: Visit): Promise<void> {
  const kind = await kindOf(path);
  if (kind === undefined)
    throw invalid('file', msg('This is not an archive. Send the .zip or .tar.gz file as you downloaded it.'));
  try {
    await (kind === 'zip' ? readZip : readTar)(path, limits, visit);
  } catch (error) {
    if (error instanceof Problem || !isOfArchive(error)) throw error;
    throw refuse();
  }
}

/** Errors of the parsers have no code, or one of zlib. Those of the disk and the database have others. */
const isOfArchive = (error: unknown): boolean => {
  const { code } = error as { code?: string };
  return code === undefined || code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE';
};

async function kindOf(path: string): Promise<'zip' | 'tar' | undefined> {
  const handle = await open(path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0);
    if (buffer.toString('latin1', 0, 2) === 'PK') return 'zip';
    return buffer.toString('hex', 0, 2) === '1f8b' ? 'tar' : undefined;
  } finally {
    await handle.close();
  }
}

async function readZip(path: string, limits: ArchiveLimits, visit: Visit): Promise<void> {
  const { openPromise } = await import('yauzl');
  const left = { bytes: limits.bytes };
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    if (zip.entryCount > limits.entries) throw tooLarge();
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      await visit({
        name: entry.fileName,
        open: async () => {
          if (!entry.canDecodeFileData()) throw refuse();
          return bounded(await zip.openReadStreamPromise(entry), left);
        },
      });
    }
  } finally {
    zip.close();
  }
}

async function readTar(path: string, limits: ArchiveLimits, visit: Visit): Promise<void> {
  const { createTarDecoder } = await import('modern-tar');
  const source = createReadStream(path);
  const unpacked = bounded(source.pipe(createGunzip().on('error', (error) => unpacked.destroy(error))), {
    bytes: limits.bytes,
  });
  source.on('error', (error) => unpacked.destroy(error));
  let entries = 0;
  try {
    const files = (Readable.toWeb(unpacked) as ReadableStream<Uint8Array>).pipeThrough(createTarDecoder());
    for await (const { header, body } of files) {
      entries += 1;
      if (entries > limits.entries) throw tooLarge();
      const use = { isOpen: false };
      if (header.type === undefined || header.type === 'file')
        await visit({
          name: header.name,
          open: () => {
            use.isOpen = true;
            return Promise.resolve(Readable.fromWeb(body as never));
          },
        });
      if (!use.isOpen) await body.cancel();
    }
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

/** Passes bytes on until none are left. */
function bounded(source: Readable, left: { bytes: number }): Readable {
  const gate = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left.bytes -= chunk.length;
      if (left.bytes < 0) done(tooLarge());
      else done(null, chunk);
    },
  });
  source.on('error', (error) => gate.destroy(error));
  gate.on('close', () => source.destroy());
  return source.pipe(gate);
}
