import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Number base converter',
  summary: 'Convert whole numbers between bases from 2 to 36',
  keywords: 'binary octal decimal hexadecimal radix',
  input: {
    number: input.line('Number', '255', { max: 1000 }),
    from: input.optional(input.integer('From base', 10, 2, 36)),
    to: input.integer('To base', 16, 2, 36),
  },
  output: {
    result: output.code('Result'),
    binary: output.code('Binary'),
    octal: output.code('Octal'),
    decimal: output.code('Decimal'),
    hex: output.code('Hexadecimal'),
  },
  sample: { result: 'ff', binary: '11111111', octal: '377', decimal: '255', hex: 'ff' },
  run: ({ number, from, to }) => {
    const text = number
      .trim()
      .toLowerCase()
      .replace(/[\s_,]/g, '');
    const digits = text.replace(/^-/, '');
    const values = [...digits].map((digit) => Number.parseInt(digit, 36));
    if (values.length === 0 || values.some((value) => !(value < from)))
      throw invalid('number', `Send digits of base ${from}`);
    const value =
      values.reduce((sum, digit) => sum * BigInt(from) + BigInt(digit), 0n) *
      (text.startsWith('-') ? -1n : 1n);
    return {
      result: value.toString(to),
      binary: value.toString(2),
      octal: value.toString(8),
      decimal: value.toString(),
      hex: value.toString(16),
    };
  },
});
