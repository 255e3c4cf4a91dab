import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { base58, decodeBase, toDecoded } from '../../encodings/bases.ts';

export default tool({
  title: 'Base58 decoder',
  summary: 'Decode Base58 with the alphabet of Bitcoin',
  // The time of long division grows with the square of the length.
  isolated: true,
  input: { base58: input.text('Base58', '2NEpo7TZRRrLZSi2U', { max: 3000 }) },
  output: { text: output.text('Text'), hex: output.code('Hex') },
  sample: { text: 'Hello World!', hex: '48656c6c6f20576f726c6421' },
  run: (given) => toDecoded(decodeBase('base58', given.base58.trim(), base58)),
});
