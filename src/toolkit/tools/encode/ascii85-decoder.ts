import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { decodeAscii85, toDecoded } from '../../encodings/bases.ts';

export default tool({
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
});
