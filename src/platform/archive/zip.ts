import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** Streams a ZIP archive. Only the list of its entries is held in memory. */
export interface Zip {
  /** Adds one entry. Calls must not overlap. `isPacked`: the content is already compressed. */
  add(name: string, content: AsyncIterable<string | Buffer>, options?: { isPacked?: boolean }): Promise<void>;
  /** Writes the central directory, ends `out`, and returns the number of bytes. */
  end(): Promise<number>;
}

export function openZip(out: Writable, now: Date): Zip {
  const listed: Buffer[] = [];
  let entries = 0;
  let offset = 0;
  // An error between two writes is thrown by the next write.
  out.on('error', () => undefined);
  const write = async (part: Buffer) => {
    offset += part.length;
    if (out.errored) throw out.errored;
    if (!out.write(part)) await once(out, 'drain');
  };
  return {
    add: async (name, content, { isPacked = false } = {}) => {
      const start = offset;
      const title = Buffer.from(name);
      const common = [flags, deflate, ...dosTime(now)];
      await write(header(0x04034b50, [version, ...common], [0, 0, 0], [title.length, 0]));
      await write(title);
      const sums = { crc: 0, size: 0, packed: 0 };
      for await (const part of pack(content, isPacked ? 0 : 6, sums)) await write(part);
      if (sums.packed > most32 || sums.size > most32) throw new Error(`${name} is too large for an archive`);
      await write(header(0x08074b50, [], [sums.crc, sums.packed, sums.size], []));
      const isFar = start >= most32;
      const far = isFar ? Buffer.concat([number16(1), number16(8), number64(start)]) : Buffer.alloc(0);
      listed.push(
        header(
          0x02014b50,
          [version, version, ...common],
          [sums.crc, sums.packed, sums.size],
          [title.length, far.length, 0, 0, 0, 0, 0],
        ),
        number32(isFar ? most32 : start),
        title,
        far,
      );
      entries += 1;
    },
    end: async () => {
      const start = offset;
      for (const part of listed) await write(part);
      const size = offset - start;
      if (entries >= most16 || offset >= most32) await write(largeEnd(entries, size, start));
      const count = Math.min(entries, most16);
      const place = [Math.min(size, most32), Math.min(start, most32)];
      await write(header(0x06054b50, [0, 0, count, count], place, [0]));
      out.end();
      await once(out, 'close');
      return offset;
    },
  };
}

/** Sizes and checksums follow the content. Names are UTF-8. */
const flags = 0x0808;
const deflate = 8;
/** ZIP version with zip64, for archives over 4 GB or 65,534 entries. */
const version = 45;
const most16 = 0xffff;
const most32 = 0xffffffff;

/** The zip64 end of central directory, for sizes over 32 bits or counts over 16 bits. */
function largeEnd(entries: number, size: number, start: number): Buffer {
  const [count, length, place] = [number64(entries), number64(size), number64(start)];
  return Buffer.concat([
    ...[number32(0x06064b50), number64(44), number16(version), number16(version), number32(0), number32(0)],
    ...[count, count, length, place],
    ...[number32(0x07064b50), number32(0), number64(start + size), number32(1)],
  ]);
}

async function* pack(
  content: AsyncIterable<string | Buffer>,
  level: number,
  sums: { crc: number; size: number; packed: number },
): AsyncGenerator<Buffer> {
  const counted = async function* () {
    for await (const part of content) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      sums.crc = crc32(bytes, sums.crc);
      sums.size += bytes.length;
      yield bytes;
    }
  };
  const packer = createDeflateRaw({ level });
  const feeding = feed(packer, counted());
  for await (const part of packer as AsyncIterable<Buffer>) {
    sums.packed += part.length;
    yield part;
  }
  await feeding;
}

async function feed(
  packer: ReturnType<typeof createDeflateRaw>,
  parts: AsyncIterable<Buffer>,
): Promise<void> {
  try {
    for await (const part of parts)
      if (!packer.write(part)) await new Promise((resolve) => packer.once('drain', resolve));
    packer.end();
  } catch (error) {
    packer.destroy(error as Error);
  }
}

function header(signature: number, shorts: number[], longs: number[], more: number[]): Buffer {
  return Buffer.concat([
    number32(signature),
    ...shorts.map(number16),
    ...longs.map(number32),
    ...more.map(number16),
  ]);
}

const number16 = (value: number) => Buffer.from([value & 0xff, (value >>> 8) & 0xff]);

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

function number64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

/** Time and date in DOS format, in UTC. */
function dosTime(now: Date): [number, number] {
  const time = (now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | (now.getUTCSeconds() >> 1);
  const date = ((now.getUTCFullYear() - 1980) << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate();
  return [time, date];
}
