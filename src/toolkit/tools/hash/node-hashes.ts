import { createHash } from 'node:crypto';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

const algorithms = [
  ['md5', 'md5', 'MD5'], ['sha1', 'sha1', 'SHA-1'], ['sha224', 'sha224', 'SHA-224'], ['sha384', 'sha384', 'SHA-384'],
  ['sha512', 'sha512', 'SHA-512'], ['sha512-224', 'sha512-224', 'SHA-512/224'], ['sha512-256', 'sha512-256', 'SHA-512/256'],
  ['sha3-224', 'sha3-224', 'SHA3-224'], ['sha3-256', 'sha3-256', 'SHA3-256'], ['sha3-384', 'sha3-384', 'SHA3-384'],
  ['sha3-512', 'sha3-512', 'SHA3-512'], ['blake2b', 'blake2b512', 'BLAKE2b'], ['blake2s', 'blake2s256', 'BLAKE2s'],
  ['ripemd160', 'ripemd160', 'RIPEMD-160'], ['sm3', 'sm3', 'SM3'],
] as const; // prettier-ignore

/** Digests computed by OpenSSL. SHA-256, the most popular, has its own file. */
export default algorithms.map(([slug, name, title]) =>
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
);
