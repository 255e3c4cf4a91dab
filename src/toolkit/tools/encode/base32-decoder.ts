import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { alphabets, decodeBits, toDecoded } from '../../encodings/bases.ts';

export default tool({
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
});
