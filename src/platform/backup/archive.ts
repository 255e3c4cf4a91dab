import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { type Duplex, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { createTarDecoder, createTarPacker } from 'modern-tar';

/** How an archive is encrypted: for the holder of a key, by a passphrase, or not at all. */
export interface Lock {
  /** a public key of age: `age1…` */
  recipient?: string;
  passphrase?: string;
}

/** What opens an encrypted archive. */
export interface Key {
  /** a secret key of age: `AGE-SECRET-KEY-1…` */
  identity?: string;
  passphrase?: string;
}

export interface ArchiveWriter {
  /** Adds a file as it is now. Returns false if it does not exist any more. */
  addFile(name: string, path: string): Promise<boolean>;
  addText(name: string, text: string): Promise<void>;
  addBytes(name: string, bytes: Buffer): Promise<void>;
  addFolder(name: string): Promise<void>;
}

/** The last entry: hashes of all others. An archive without it is incomplete. */
const sumsName = 'SHA256SUMS';

const isLocked = ({ recipient, passphrase }: Lock): boolean => Boolean(recipient) || Boolean(passphrase);

export const endingOf = (lock: Lock): string => (isLocked(lock) ? '.tar.zst.age' : '.tar.zst');

/** Writes a tar archive, compressed by zstd and encrypted by age, so that their tools can read it too. */
export async function writeTar(
  sink: Writable,
  lock: Lock,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const { readable, controller } = createTarPacker();
  const zstd = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
  });
  const writing = writeLocked(Readable.fromWeb(readable as never), zstd, lock, sink);
  let failure: unknown;
  writing.catch((error: unknown) => (failure ??= error));
  const sums: string[] = [];
  try {
    await fill(createWriter(controller, sums));
    await createWriter(controller, []).addText(sumsName, sums.join(''));
    controller.finalize();
  } catch (error) {
    // A full disk ends the stream, after which nothing can be added.
    controller.error(error);
    await writing.catch(() => undefined);
    throw failure === undefined || (failure as { code?: string }).code === 'ABORT_ERR' ? error : failure;
  }
  await writing;
}

async function writeLocked(tar: Readable, zstd: Duplex, lock: Lock, sink: Writable): Promise<void> {
  if (!isLocked(lock)) return pipeline(tar, zstd, sink);
  const encrypter = new Encrypter();
  if (lock.recipient) encrypter.addRecipient(lock.recipient);
  else encrypter.setPassphrase(lock.passphrase ?? '');
  const compressing = pipeline(tar, zstd);
  const encrypted = await encrypter.encrypt(Readable.toWeb(zstd) as ReadableStream<Uint8Array>);
  await Promise.all([compressing, pipeline(Readable.fromWeb(encrypted as never), sink)]);
}

type Controller = ReturnType<typeof createTarPacker>['controller'];

const chunkBytes = 256 * 1024;

function createWriter(controller: Controller, sums: string[]): ArchiveWriter {
  const addBytes = async (name: string, bytes: Buffer): Promise<void> => {
    const entry = controller.add({ name, size: bytes.length, mode: 0o600 }).getWriter();
    await entry.write(bytes);
    await entry.close();
    sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`);
  };
  return {
    addBytes,
    addText: (name, text) => addBytes(name, Buffer.from(text)),
    addFolder: (name) =>
      controller.add({ name: `${name}/`, size: 0, type: 'directory', mode: 0o700 }).close(),
    addFile: async (name, path) => {
      const file = await open(path, 'r').catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      });
      if (!file) return false;
      try {
        const { size, mode, mtime } = await file.stat();
        const entry = controller.add({ name, size, mode: mode & 0o777, mtime }).getWriter();
        const hash = createHash('sha256');
        const write = async (chunk: Uint8Array) => {
          hash.update(chunk);
          await entry.write(chunk);
        };
        let left = size;
        // A file that grows meanwhile is cut, and one that shrinks is filled: the write-ahead log repairs both.
        for (let offset = 0; left > 0;) {
          const length = Math.min(left, chunkBytes);
          const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
          await write(bytesRead > 0 ? buffer.subarray(0, bytesRead) : buffer);
          offset += bytesRead;
          left -= bytesRead > 0 ? bytesRead : length;
        }
        await entry.close();
        sums.push(`${hash.digest('hex')}  ${name}\n`);
        return true;
      } finally {
        await file.close();
      }
    },
  };
}

/** One file or folder of an archive. Its body has to be read to the end. */
export interface TarEntry {
  name: string;
  mode: number;
  isFolder: boolean;
  body: AsyncIterable<Uint8Array>;
}

/** Reads an archive and checks every byte of it. Throws if it is damaged, incomplete or locked. */
export async function readArchive(
  file: string,
  key: Key,
  work: (entry: TarEntry) => Promise<void>,
): Promise<void> {
  const plain = await openPlain(file, key);
  const zstd = createZstdDecompress();
  const decompressing = pipeline(plain, zstd);
  decompressing.catch(() => zstd.destroy()); // reported below
  const found = new Map<string, string>();
  let sums: string | undefined;
  try {
    const entries = (Readable.toWeb(zstd) as ReadableStream<Uint8Array>).pipeThrough(
      createTarDecoder({ strict: true }),
    );
    for await (const { header, body } of entries) {
      const name = header.name.replace(/\/$/, '');
      if (name === sumsName) {
        sums = await textOf(body);
        continue;
      }
      const hash = createHash('sha256');
      const isFolder = header.type === 'directory';
      if (!isFolder && header.type !== 'file')
        throw new BackupError(`The backup has an entry that is neither a file nor a folder: ${name}.`);
      await work({ name, mode: (header.mode ?? 0o600) & 0o777, isFolder, body: hashing(body, hash) });
      if (!isFolder) found.set(name, hash.digest('hex'));
    }
    await decompressing;
  } catch (error) {
    throw damaged(
      file,
      await decompressing.then(
        () => error,
        (cause: unknown) => cause,
      ),
    );
  }
  if (sums === undefined) throw damaged(file, new Error('its end is missing'));
  for (const line of sums.split('\n').slice(0, -1)) {
    const [hash, name] = [line.slice(0, 64), line.slice(66)] as const;
    if (found.get(name) !== hash) throw damaged(file, new Error(`${name} differs from its checksum`));
    found.delete(name);
  }
  const [added] = found.keys();
  if (added !== undefined) throw damaged(file, new Error(`${added} has no checksum`));
}

async function* hashing(body: ReadableStream<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
}

async function textOf(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** A backup that cannot be used. The message is for the operator. */
export class BackupError extends Error {}

function damaged(file: string, cause: unknown): Error {
  if (cause instanceof BackupError || (cause as NodeJS.ErrnoException).code === 'ENOSPC')
    return cause as Error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new BackupError(`The backup ${file} is damaged or incomplete: ${reason}.`, { cause });
}

async function openPlain(file: string, { identity, passphrase }: Key): Promise<Readable> {
  if (!(await stat(file).catch(() => undefined))?.isFile())
    throw new BackupError(`There is no backup ${file}.`);
  if (!(await isEncrypted(file))) return createReadStream(file);
  if (!identity && !passphrase)
    throw new BackupError(
      `The backup ${file} is encrypted: set BACKUP_IDENTITY to its secret key (AGE-SECRET-KEY-1…) or BACKUP_PASSPHRASE.`,
    );
  const decrypter = new Decrypter();
  if (identity) decrypter.addIdentity(identity);
  if (passphrase) decrypter.addPassphrase(passphrase);
  const source = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  const decrypted = await decrypter.decrypt(source).catch((cause: unknown) => {
    throw new BackupError(`The backup ${file} is encrypted for another key or with another passphrase.`, {
      cause,
    });
  });
  return Readable.fromWeb(decrypted as never);
}

async function isEncrypted(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(21), 0, 21, 0);
    return buffer.toString('latin1') === 'age-encryption.org/v1';
  } finally {
    await handle.close();
  }
}
