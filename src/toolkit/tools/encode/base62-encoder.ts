import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { base62, encodeBase } from '../../encodings/bases.ts';

export default tool({
  title: 'Base62 encoder',
  summary: 'Encode text as Base62: digits and letters only',
  // The time of long division grows with the square of the length.
  isolated: true,
  input: { text: input.text('Text', 'Hello World!', { max: 2000 }) },
  output: { base62: output.code('Base62') },
  sample: { base62: 'T8dgcjRGkZ3aysdN' },
  run: ({ text }) => ({ base62: encodeBase(Buffer.from(text), base62) }),
});
