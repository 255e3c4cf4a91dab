import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { toDecoded } from '../../encodings/bases.ts';

export default tool({
  title: 'Hex decoder',
  summary: 'Decode hexadecimal bytes to text',
  keywords: 'hexadecimal',
  input: { hex: input.text('Hex', '48 65 6c 6c 6f') },
  output: { text: output.text('Text'), hex: output.code('Hex') },
  sample: { text: 'Hello', hex: '48656c6c6f' },
  run: ({ hex }) => {
    const digits = hex.replace(/0x|\\x|[\s:,-]/gi, '');
    if (!/^[0-9a-f]*$/i.test(digits) || digits.length % 2 === 1)
      throw invalid('hex', 'Send pairs of the digits 0 to 9 and a to f');
    return toDecoded(Buffer.from(digits, 'hex'));
  },
});
