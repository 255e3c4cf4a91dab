import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

const algorithms = [
  ['md4', 'md4', 'MD4'], ['whirlpool', 'whirlpool', 'Whirlpool'], ['blake3', 'blake3', 'BLAKE3'], ['xxh32', 'xxhash32', 'xxHash32'],
  ['xxh64', 'xxhash64', 'xxHash64'], ['xxh3', 'xxhash3', 'XXH3'], ['xxh128', 'xxhash128', 'XXH128'], ['crc32', 'crc32', 'CRC-32'],
  ['adler32', 'adler32', 'Adler-32'],
] as const; // prettier-ignore

/** Digests that Node does not support. */
export default algorithms.map(([slug, name, title]) =>
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
);
