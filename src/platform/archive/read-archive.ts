import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { msg } from '../../kernel/message.ts';
import { invalid, Problem } from '../../kernel/problem.ts';

/** A file in an archive of strangers. Its name is not a path: nothing is written under it. */
export interface ArchiveFile {
  name: string;
  /** As the archive says. */
  size: number;
  /** Its content, which ends with an error if it is longer than what is left of the limit. */
  open: () => Promise<Readable>;
}

export interface ArchiveLimits {
  entries: number;
  /** In all opened files together, or for a compressed tar in everything that is unpacked. */
  bytes: number;
}

const refuse = () =>
  invalid('file', msg('The archive cannot be read. Download it again, and send it as it is.'));
const tooLarge = () => new Problem('too-large', msg('The archive contains too much'), { field: 'file' });

/**
 * Reads a ZIP or compressed tar archive file by file. Nothing of it is held in memory or stored, so an archive that
 * unpacks to more than it may is only read up to the limit.
 */
export async function readArchive(
  path: string,
  limits: ArchiveLimits,
  visit: (file: ArchiveFile) => Promise<void>,
): Promise<void> {
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

async function readZip(
  path: string,
  limits: ArchiveLimits,
  visit: (file: ArchiveFile) => Promise<void>,
): Promise<void> {
  const { openPromise } = await import('yauzl');
  const left = { bytes: limits.bytes };
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
  try {
    if (zip.entryCount > limits.entries) throw tooLarge();
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      await visit({
        name: entry.fileName,
        size: entry.uncompressedSize,
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

async function readTar(
  path: string,
  limits: ArchiveLimits,
  visit: (file: ArchiveFile) => Promise<void>,
): Promise<void> {
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
          size: header.size,
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
