import { input, output, tool } from '../../tool.ts';

const fnv32 = (bytes: Buffer, xorFirst: boolean) =>
  bytes.reduce(
    (hash, byte) =>
      (xorFirst ? Math.imul(hash ^ byte, 0x01000193) : Math.imul(hash, 0x01000193) ^ byte) >>> 0,
    0x811c9dc5,
  );

const fnv64 = (bytes: Buffer, xorFirst: boolean) =>
  bytes.reduce((hash, byte) => {
    const [before, after] = xorFirst ? [hash ^ BigInt(byte), 0n] : [hash, BigInt(byte)];
    return BigInt.asUintN(64, before * 0x100000001b3n) ^ after;
  }, 0xcbf29ce484222325n);

function joaat(bytes: Buffer): number {
  let hash = 0;
  for (const byte of bytes) {
    hash = (hash + byte) | 0;
    hash = (hash + (hash << 10)) | 0;
    hash ^= hash >>> 6;
  }
  hash = (hash + (hash << 3)) | 0;
  hash ^= hash >>> 11;
  return (hash + (hash << 15)) >>> 0;
}

const djb2 = (bytes: Buffer) => bytes.reduce((hash, byte) => ((hash << 5) + hash + byte) >>> 0, 5381);
const sdbm = (bytes: Buffer) =>
  bytes.reduce((hash, byte) => (byte + (hash << 6) + (hash << 16) - hash) >>> 0, 0);

/** MurmurHash3, x86, 32 bits, with seed 0. */
function murmur3(bytes: Buffer): number {
  const mix = (k: number) => Math.imul(((k = Math.imul(k, 0xcc9e2d51)) << 15) | (k >>> 17), 0x1b873593);
  let hash = 0;
  const whole = bytes.length - (bytes.length % 4);
  for (let i = 0; i < whole; i += 4) {
    hash ^= mix(bytes.readInt32LE(i));
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  if (whole < bytes.length) hash ^= mix(bytes.readUIntLE(whole, bytes.length - whole));
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function crc16(bytes: Buffer, polynomial: number, start: number, reflected: boolean): number {
  let crc = start;
  for (const byte of bytes) {
    crc ^= reflected ? byte : byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      if (reflected) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
      else crc = crc & 0x8000 ? ((crc << 1) ^ polynomial) & 0xffff : (crc << 1) & 0xffff;
    }
  }
  return crc;
}

const hex = (value: number | bigint, digits: number) => value.toString(16).padStart(digits, '0');

const hashes: readonly (readonly [string, string, (bytes: Buffer) => string])[] = [
  ['fnv132', 'FNV-1 32', (bytes) => hex(fnv32(bytes, false), 8)],
  ['fnv1a32', 'FNV-1a 32', (bytes) => hex(fnv32(bytes, true), 8)],
  ['fnv164', 'FNV-1 64', (bytes) => hex(fnv64(bytes, false), 16)],
  ['fnv1a64', 'FNV-1a 64', (bytes) => hex(fnv64(bytes, true), 16)],
  ['joaat', 'Jenkins one-at-a-time', (bytes) => hex(joaat(bytes), 8)],
  ['djb2', 'djb2', (bytes) => hex(djb2(bytes), 8)],
  ['sdbm', 'sdbm', (bytes) => hex(sdbm(bytes), 8)],
  ['murmur3a', 'MurmurHash3', (bytes) => hex(murmur3(bytes), 8)],
  ['crc16', 'CRC-16/ARC', (bytes) => hex(crc16(bytes, 0xa001, 0, true), 4)],
  ['crc16-ccitt', 'CRC-16/CCITT-FALSE', (bytes) => hex(crc16(bytes, 0x1021, 0xffff, false), 4)],
  ['crc16-modbus', 'CRC-16/MODBUS', (bytes) => hex(crc16(bytes, 0xa001, 0xffff, true), 4)],
  ['crc16-xmodem', 'CRC-16/XMODEM', (bytes) => hex(crc16(bytes, 0x1021, 0, false), 4)],
];

/** Short checksums and hashes for hash tables. */
export default hashes.map(([slug, title, digest]) =>
  tool({
    slug: `${slug}-generator`,
    title: `${title} generator`,
    summary: `Compute the ${title} hash of a text`,
    keywords: 'checksum non-cryptographic',
    input: { text: input.text('Text', 'hello') },
    output: { hex: output.code('Hex') },
    run: ({ text }) => ({ hex: digest(Buffer.from(text)) }),
  }),
);
