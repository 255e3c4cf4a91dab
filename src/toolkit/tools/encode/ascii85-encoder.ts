import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { encodeAscii85 } from '../../encodings/bases.ts';

export default tool({
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
});
