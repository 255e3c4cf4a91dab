import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: "Two's complement calculator",
  summary: 'Convert negative whole numbers to two’s complement bits and back',
  keywords: 'signed binary integer',
  input: {
    number: input.line('Number', '-42', { max: 30 }),
    bits: input.required(input.choice('Bits', ['8', '16', '32', '64'], '8')),
  },
  output: {
    binary: output.code('Binary'),
    hex: output.code('Hexadecimal'),
    unsigned: output.text('Unsigned'),
  },
  sample: { binary: '11010110', hex: 'd6', unsigned: '214' },
  run: ({ number, bits }) => {
    const width = Number(bits);
    if (!/^-?\d{1,20}$/.test(number)) throw invalid('number', 'Send a whole number');
    const value = BigInt(number);
    if (BigInt.asIntN(width, value) !== value) throw invalid('number', `This does not fit into ${bits} bits`);
    const unsigned = BigInt.asUintN(width, value);
    return {
      binary: unsigned.toString(2).padStart(width, '0'),
      hex: unsigned.toString(16).padStart(width / 4, '0'),
      unsigned: unsigned.toString(),
    };
  },
});
