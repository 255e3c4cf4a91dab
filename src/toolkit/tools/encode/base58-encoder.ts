import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { base58, encodeBase } from '../../encodings/bases.ts';

export default tool({
  title: 'Base58 encoder',
  summary: 'Encode text as Base58 with the alphabet of Bitcoin',
  // The time of long division grows with the square of the length.
  isolated: true,
  input: { text: input.text('Text', 'Hello World!', { max: 2000 }) },
  output: { base58: output.code('Base58') },
  sample: { base58: '2NEpo7TZRRrLZSi2U' },
  run: ({ text }) => ({ base58: encodeBase(Buffer.from(text), base58) }),
});
