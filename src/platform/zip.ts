import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipEntry {
  name: string;
  content: AsyncIterable<string>;
}

/** A ZIP archive, made as it is read: nothing of it is held in memory but the list of its entries. */
export async function* zip(entries: AsyncIterable<ZipEntry>, now: Date): AsyncGenerator<Buffer> {
  const listed: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const start = offset;
    const title = Buffer.from(name);
    const head = header(0x04034b50, [20, flags, deflate, ...dosTime(now)], [0, 0, 0], [title.length, 0]);
    yield Buffer.concat([head, title]);
    offset += head.length + title.length;
    const sums = { crc: 0, size: 0, packed: 0 };
    for await (const part of pack(content, sums)) {
      offset += part.length;
      yield part;
    }
    const after = header(0x08074b50, [], [sums.crc, sums.packed, sums.size], []);
    offset += after.length;
    yield after;
    listed.push(
      header(0x02014b50, [20, 20, flags, deflate, ...dosTime(now)], [sums.crc, sums.packed, sums.size], [title.length, 0, 0, 0, 0, 0, 0]),
      number32(start),
      title,
    ); // prettier-ignore
  }
  const list = Buffer.concat(listed);
  const count = listed.length / 3;
  yield Buffer.concat([list, header(0x06054b50, [0, 0, count, count], [list.length, offset], [0])]);
}

/** Sizes and sums stand after the content; names are UTF-8. */
const flags = 0x0808;
const deflate = 8;

async function* pack(
  content: AsyncIterable<string>,
  sums: { crc: number; size: number; packed: number },
): AsyncGenerator<Buffer> {
  const counted = async function* () {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      sums.crc = crc32(bytes, sums.crc);
      sums.size += bytes.length;
      yield bytes;
    }
  };
  const packer = createDeflateRaw();
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

/** Time and date as the format has them, in UTC. */
function dosTime(now: Date): [number, number] {
  const time = (now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | (now.getUTCSeconds() >> 1);
  const date = ((now.getUTCFullYear() - 1980) << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate();
  return [time, date];
}
