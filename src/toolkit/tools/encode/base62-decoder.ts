import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { base62, decodeBase, toDecoded } from '../../encodings/bases.ts';

export default tool({
  title: 'Base62 decoder',
  summary: 'Decode Base62: digits and letters only',
  // The time of long division grows with the square of the length.
  isolated: true,
  input: { base62: input.text('Base62', 'T8dgcjRGkZ3aysdN', { max: 3000 }) },
  output: { text: output.text('Text'), hex: output.code('Hex') },
  sample: { text: 'Hello World!', hex: '48656c6c6f20576f726c6421' },
  run: (given) => toDecoded(decodeBase('base62', given.base62.trim(), base62)),
});
