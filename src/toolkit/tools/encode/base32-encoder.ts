import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { alphabets, encodeBits } from '../../encodings/bases.ts';

export default tool({
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
});
