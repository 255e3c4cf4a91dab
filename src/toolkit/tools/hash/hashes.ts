import { hash, createHash } from 'node:crypto';
import { input, output, tool } from '../../tool.ts';

const algorithms = [
  ['md5', 'md5', 'MD5'], ['sha1', 'sha1', 'SHA-1'], ['sha224', 'sha224', 'SHA-224'], ['sha384', 'sha384', 'SHA-384'],
  ['sha512', 'sha512', 'SHA-512'], ['sha512-224', 'sha512-224', 'SHA-512/224'], ['sha512-256', 'sha512-256', 'SHA-512/256'],
  ['sha3-224', 'sha3-224', 'SHA3-224'], ['sha3-256', 'sha3-256', 'SHA3-256'], ['sha3-384', 'sha3-384', 'SHA3-384'],
  ['sha3-512', 'sha3-512', 'SHA3-512'], ['blake2b', 'blake2b512', 'BLAKE2b'], ['blake2s', 'blake2s256', 'BLAKE2s'],
  ['ripemd160', 'ripemd160', 'RIPEMD-160'], ['sm3', 'sm3', 'SM3'],
] as const; // prettier-ignore

const wasmAlgorithms = [
  ['md4', 'md4', 'MD4'], ['whirlpool', 'whirlpool', 'Whirlpool'], ['blake3', 'blake3', 'BLAKE3'], ['xxh32', 'xxhash32', 'xxHash32'],
  ['xxh64', 'xxhash64', 'xxHash64'], ['xxh3', 'xxhash3', 'XXH3'], ['xxh128', 'xxhash128', 'XXH128'], ['crc32', 'crc32', 'CRC-32'],
  ['adler32', 'adler32', 'Adler-32'],
] as const; // prettier-ignore

export default [
  tool({
    slug: 'sha256-generator',
    title: 'SHA-256 generator',
    summary: 'Hash text with SHA-256',
    input: { text: input.text('Text', 'hello') },
    output: { hex: output.text('Hex'), base64: output.text('Base64') },
    sample: {
      hex: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
      base64: 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=',
    },
    run: ({ text }) => ({ hex: hash('sha256', text, 'hex'), base64: hash('sha256', text, 'base64') }),
  }),
  /** Digests computed by OpenSSL. */
  ...algorithms.map(([slug, name, title]) =>
    tool({
      slug: `${slug}-generator`,
      title: `${title} generator`,
      summary: `Hash text with ${title}`,
      keywords: 'digest checksum',
      input: { text: input.text('Text', 'hello') },
      output: { hex: output.code('Hex'), base64: output.code('Base64') },
      run: ({ text }) => {
        const digest = createHash(name).update(text).digest();
        return { hex: digest.toString('hex'), base64: digest.toString('base64') };
      },
    }),
  ),
  tool({
    slug: 'keccak-generator',
    title: 'Keccak generator',
    summary: 'Hash text with the original Keccak, as Ethereum does',
    keywords: 'keccak256 ethereum',
    input: {
      text: input.text('Text', 'hello'),
      bits: input.choice('Bits', ['224', '256', '384', '512'], '256'),
    },
    output: { hex: output.code('Hex') },
    sample: { hex: '1c8aff950685c2ed4bc3174f3472287b56d9517b9c948127319a09a7a36deac8' },
    run: async ({ text, bits }) => {
      const { keccak } = await import('hash-wasm');
      return { hex: await keccak(text, Number(bits) as 224 | 256 | 384 | 512) };
    },
  }),
  tool({
    slug: 'crc32c-generator',
    title: 'CRC-32C generator',
    summary: 'Compute the Castagnoli checksum of a text',
    keywords: 'crc32c iscsi',
    input: { text: input.text('Text', '123456789') },
    output: { hex: output.code('Hex') },
    sample: { hex: 'e3069283' },
    run: async ({ text }) => {
      const { crc32 } = await import('hash-wasm');
      return { hex: await crc32(text, 0x82f63b78) };
    },
  }),
  /** Digests that Node does not support. */
  ...wasmAlgorithms.map(([slug, name, title]) =>
    tool({
      slug: `${slug}-generator`,
      title: `${title} generator`,
      summary: `Hash text with ${title}`,
      keywords: 'digest checksum',
      input: { text: input.text('Text', 'hello') },
      output: { hex: output.code('Hex') },
      run: async ({ text }) => {
        const hashes = await import('hash-wasm');
        return { hex: await hashes[name](text) };
      },
    }),
  ),
];
