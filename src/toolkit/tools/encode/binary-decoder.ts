import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { toDecoded } from '../../encodings/bases.ts';

export default tool({
  title: 'Binary to text',
  summary: 'Decode binary digits to text',
  keywords: 'bits',
  input: { binary: input.text('Binary', '01001000 01101001') },
  output: { text: output.text('Text'), hex: output.code('Hex') },
  sample: { text: 'Hi', hex: '4869' },
  run: ({ binary }) => {
    const digits = binary.replace(/[\s,_-]/g, '');
    if (!/^[01]*$/.test(digits) || digits.length % 8 > 0)
      throw invalid('binary', 'Send eight zeros and ones for each byte');
    return toDecoded(Buffer.from((digits.match(/.{8}/g) ?? []).map((bits) => Number.parseInt(bits, 2))));
  },
});
