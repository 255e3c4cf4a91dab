import { randomBytes, randomUUID, createHash, randomInt } from 'node:crypto';
import { input, output, tool } from '../../tool.ts';
import { invalid } from '../../../kernel/problem.ts';
import { alphabets } from '../../encodings/bases.ts';

const namespaces: Readonly<Record<string, string>> = {
  dns: '6ba7b8109dad11d180b400c04fd430c8',
  url: '6ba7b8119dad11d180b400c04fd430c8',
  oid: '6ba7b8129dad11d180b400c04fd430c8',
  x500: '6ba7b8149dad11d180b400c04fd430c8',
};

export default [
  tool({
    slug: 'uuid-generator',
    title: 'UUID generator',
    summary: 'Create UUIDs of version 4 or 7',
    keywords: 'guid unique id uuid-v4 uuid-v7',
    input: {
      version: input.choice('Version', ['4', '7'], '4'),
      count: input.optional(input.integer('Count', 1, 1, 1000)),
      upper: input.flag('Capital letters'),
    },
    output: { uuid: output.code('UUID'), uuids: output.list('All') },
    run: ({ version, count, upper }, { clock }) => {
      const uuids = Array.from({ length: count }, () => {
        const uuid = version === '4' ? randomUUID() : uuidV7(clock.now().getTime());
        return upper ? uuid.toUpperCase() : uuid;
      });
      return { uuid: uuids[0] ?? '', uuids };
    },
  }),
  tool({
    slug: 'uuid-v5-generator',
    title: 'UUID v3 and v5 generator',
    summary: 'Create the UUID of a name in a namespace',
    keywords: 'uuid5 uuid3 name based',
    input: {
      name: input.line('Name', 'www.example.com'),
      namespace: input.line('Namespace', 'dns', { max: 36 }),
      version: input.choice('Version', ['5', '3'], '5'),
    },
    output: { uuid: output.code('UUID') },
    sample: { uuid: '2ed6657d-e927-568b-95e1-2665a8aea6a2' },
    run: ({ name, namespace, version }) => {
      const hex = namespaces[namespace.toLowerCase()] ?? namespace.replaceAll('-', '');
      if (!/^[0-9a-f]{32}$/i.test(hex)) throw invalid('namespace', 'Send dns, url, oid, x500 or a UUID');
      const bytes = createHash(version === '5' ? 'sha1' : 'md5')
        .update(Buffer.from(hex, 'hex'))
        .update(name)
        .digest()
        .subarray(0, 16);
      bytes[6] = ((bytes[6] ?? 0) & 0x0f) | (version === '5' ? 0x50 : 0x30);
      bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
      return { uuid: bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') };
    },
  }),
  tool({
    slug: 'uuid-decoder',
    title: 'UUID decoder',
    summary: 'Read the version, variant and time of a UUID',
    keywords: 'guid parse inspect',
    input: { uuid: input.line('UUID', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f', { max: 50 }) },
    output: {
      uuid: output.code('UUID'),
      version: output.integer('Version'),
      variant: output.text('Variant'),
      time: output.orNull(output.text('Time')),
    },
    sample: {
      uuid: '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
      version: 7,
      variant: 'RFC 9562',
      time: '2022-02-22T19:22:22.000Z',
    },
    run: ({ uuid }) => {
      const hex = uuid.toLowerCase().replace(/urn:uuid:|[{}\s-]/g, '');
      if (!/^[0-9a-f]{32}$/.test(hex)) throw invalid('uuid', 'Send 32 hex digits');
      const version = Number.parseInt(hex[12] ?? '', 16);
      const first = Number.parseInt(hex[16] ?? '', 16);
      const variant = first < 8 ? 'NCS' : first < 12 ? 'RFC 9562' : first < 14 ? 'Microsoft' : 'reserved';
      const sinceGregory =
        version === 1
          ? `${hex.slice(13, 16)}${hex.slice(8, 12)}${hex.slice(0, 8)}`
          : `${hex.slice(0, 12)}${hex.slice(13, 16)}`;
      const millis =
        version === 7
          ? Number.parseInt(hex.slice(0, 12), 16)
          : version === 1 || version === 6
            ? Number(BigInt(`0x${sinceGregory}`) / 10_000n) - 12_219_292_800_000
            : undefined;
      return {
        uuid: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
        version,
        variant,
        time: millis === undefined ? null : new Date(millis).toISOString(),
      };
    },
  }),
  tool({
    slug: 'ulid-generator',
    title: 'ULID generator',
    summary: 'Create identifiers that sort by creation time',
    keywords: 'unique id sortable',
    input: { count: input.optional(input.integer('Count', 1, 1, 1000)) },
    output: { ulid: output.code('ULID'), ulids: output.list('All') },
    run: ({ count }, { clock }) => {
      const ulids = Array.from({ length: count }, () => {
        let value = (BigInt(clock.now().getTime()) << 80n) | BigInt(`0x${randomBytes(10).toString('hex')}`);
        let text = '';
        for (let i = 0; i < 26; i += 1) {
          text = (alphabets.crockford[Number(value & 31n)] ?? '') + text;
          value >>= 5n;
        }
        return text;
      });
      return { ulid: ulids[0] ?? '', ulids };
    },
  }),
  tool({
    slug: 'nanoid-generator',
    title: 'Nano ID generator',
    summary: 'Create short random ids that are safe in URLs',
    keywords: 'nanoid unique id short',
    input: {
      length: input.optional(input.integer('Length', 21, 2, 100)),
      count: input.optional(input.integer('Count', 1, 1, 1000)),
      alphabet: input.optional(
        input.line('Alphabet', '_-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', {
          min: 2,
          max: 256,
        }),
      ),
    },
    output: { id: output.code('ID'), ids: output.list('All') },
    run: ({ length, count, alphabet }) => {
      const letters = [...alphabet];
      const ids = Array.from({ length: count }, () =>
        Array.from({ length }, () => letters[randomInt(letters.length)] ?? '').join(''),
      );
      return { id: ids[0] ?? '', ids };
    },
  }),
  tool({
    slug: 'objectid-generator',
    title: 'ObjectId generator',
    summary: 'Create MongoDB ObjectIds, or read the time of one',
    keywords: 'mongodb bson',
    input: { id: input.line('ObjectId, empty: a new one', '', { max: 24 }) },
    output: { id: output.code('ObjectId'), time: output.text('Time') },
    run: ({ id }, { clock }) => {
      if (id !== '' && !/^[0-9a-f]{24}$/i.test(id)) throw invalid('id', 'Send 24 hex digits');
      const seconds = Math.floor(clock.now().getTime() / 1000);
      const hex = id || seconds.toString(16).padStart(8, '0') + randomBytes(8).toString('hex');
      return { id: hex, time: new Date(Number.parseInt(hex.slice(0, 8), 16) * 1000).toISOString() };
    },
  }),
  tool({
    slug: 'snowflake-decoder',
    title: 'Snowflake ID decoder',
    summary: 'Read the time, worker and sequence of a Snowflake id',
    keywords: 'twitter discord id timestamp',
    input: {
      id: input.line('ID', '175928847299117063', { max: 20 }),
      epoch: input.required(input.choice('Of', ['discord', 'twitter', 'unix'], 'discord')),
    },
    output: {
      time: output.text('Time'),
      worker: output.integer('Worker and process'),
      sequence: output.integer('Sequence'),
    },
    sample: { time: '2016-04-30T11:18:25.796Z', worker: 32, sequence: 7 },
    run: ({ id, epoch }) => {
      if (!/^\d{1,19}$/.test(id)) throw invalid('id', 'Send a number of at most 19 digits');
      const value = BigInt(id);
      const start = { discord: 1_420_070_400_000, twitter: 1_288_834_974_657, unix: 0 }[epoch];
      return {
        time: new Date(Number(value >> 22n) + start).toISOString(),
        worker: Number((value >> 12n) & 1023n),
        sequence: Number(value & 4095n),
      };
    },
  }),
];

/** RFC 9562: 48 bits of milliseconds, then random bits. */
function uuidV7(now: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
