import { input, output, tool } from '../../tool.ts';
import {
  alphabets,
  encodeBits,
  decodeBits,
  toDecoded,
  base58,
  encodeBase,
  decodeBase,
  base62,
  encodeAscii85,
  decodeAscii85,
} from '../../encodings/bases.ts';

export default [
  tool({
    slug: 'base32-encoder',
    title: 'Base32 encoder',
    summary: 'Encode text as Base32 (RFC 4648), Base32hex or Crockford Base32',
    input: {
      text: input.text('Text', 'foobar'),
      alphabet: input.choice('Alphabet', ['base32', 'base32hex', 'crockford'], 'base32'),
    },
    output: { base32: output.code('Base32') },
    sample: { base32: 'MZXW6YTBOI======' },
    run: ({ text, alphabet }) => {
      const encoded = encodeBits(Buffer.from(text), 5, alphabets[alphabet]);
      const padded = encoded.padEnd(Math.ceil(encoded.length / 8) * 8, '=');
      return { base32: alphabet === 'crockford' ? encoded : padded };
    },
  }),
  tool({
    slug: 'base32-decoder',
    title: 'Base32 decoder',
    summary: 'Decode Base32 (RFC 4648), Base32hex or Crockford Base32',
    input: {
      base32: input.text('Base32', 'MZXW6YTBOI======'),
      alphabet: input.choice('Alphabet', ['base32', 'base32hex', 'crockford'], 'base32'),
    },
    output: { text: output.text('Text'), hex: output.code('Hex') },
    sample: { text: 'foobar', hex: '666f6f626172' },
    run: ({ base32, alphabet }) => {
      const text = base32.toUpperCase().replace(/[\s=-]/g, '');
      const plain = alphabet === 'crockford' ? text.replace(/O/g, '0').replace(/[IL]/g, '1') : text;
      return toDecoded(decodeBits('base32', plain, 5, alphabets[alphabet]));
    },
  }),
  tool({
    slug: 'base58-encoder',
    title: 'Base58 encoder',
    summary: 'Encode text as Base58 with the alphabet of Bitcoin',
    // The time of long division grows with the square of the length.
    isolated: true,
    input: { text: input.text('Text', 'Hello World!', { max: 2000 }) },
    output: { base58: output.code('Base58') },
    sample: { base58: '2NEpo7TZRRrLZSi2U' },
    run: ({ text }) => ({ base58: encodeBase(Buffer.from(text), base58) }),
  }),
  tool({
    slug: 'base58-decoder',
    title: 'Base58 decoder',
    summary: 'Decode Base58 with the alphabet of Bitcoin',
    // The time of long division grows with the square of the length.
    isolated: true,
    input: { base58: input.text('Base58', '2NEpo7TZRRrLZSi2U', { max: 3000 }) },
    output: { text: output.text('Text'), hex: output.code('Hex') },
    sample: { text: 'Hello World!', hex: '48656c6c6f20576f726c6421' },
    run: (given) => toDecoded(decodeBase('base58', given.base58.trim(), base58)),
  }),
  tool({
    slug: 'base62-encoder',
    title: 'Base62 encoder',
    summary: 'Encode text as Base62: digits and letters only',
    // The time of long division grows with the square of the length.
    isolated: true,
    input: { text: input.text('Text', 'Hello World!', { max: 2000 }) },
    output: { base62: output.code('Base62') },
    sample: { base62: 'T8dgcjRGkZ3aysdN' },
    run: ({ text }) => ({ base62: encodeBase(Buffer.from(text), base62) }),
  }),
  tool({
    slug: 'base62-decoder',
    title: 'Base62 decoder',
    summary: 'Decode Base62: digits and letters only',
    // The time of long division grows with the square of the length.
    isolated: true,
    input: { base62: input.text('Base62', 'T8dgcjRGkZ3aysdN', { max: 3000 }) },
    output: { text: output.text('Text'), hex: output.code('Hex') },
    sample: { text: 'Hello World!', hex: '48656c6c6f20576f726c6421' },
    run: (given) => toDecoded(decodeBase('base62', given.base62.trim(), base62)),
  }),
  tool({
    slug: 'ascii85-encoder',
    title: 'Ascii85 encoder',
    summary: 'Encode text as Ascii85 (Adobe) or Z85 (ZeroMQ)',
    keywords: 'base85',
    input: {
      text: input.text('Text', 'Man is d'),
      variant: input.choice('Variant', ['adobe', 'z85'], 'adobe'),
    },
    output: { ascii85: output.code('Ascii85') },
    sample: { ascii85: '9jqo^BlbD-' },
    run: ({ text, variant }) => ({ ascii85: encodeAscii85(Buffer.from(text), variant) }),
  }),
  tool({
    slug: 'ascii85-decoder',
    title: 'Ascii85 decoder',
    summary: 'Decode Ascii85 (Adobe) or Z85 (ZeroMQ)',
    keywords: 'base85',
    input: {
      ascii85: input.text('Ascii85', '9jqo^BlbD-'),
      variant: input.choice('Variant', ['adobe', 'z85'], 'adobe'),
    },
    output: { text: output.text('Text'), hex: output.code('Hex') },
    sample: { text: 'Man is d', hex: '4d616e2069732064' },
    run: ({ ascii85, variant }) => toDecoded(decodeAscii85(ascii85, variant)),
  }),
];
