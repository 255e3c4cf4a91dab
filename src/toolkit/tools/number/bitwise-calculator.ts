import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Bitwise calculator',
  summary: 'Calculate AND, OR, XOR, NOT and shifts of whole numbers',
  keywords: 'binary logic shift',
  input: {
    a: input.line('a', '0b1100', { max: 70 }),
    operation: input.required(
      input.choice('Operation', ['AND', 'OR', 'XOR', 'NOT a', 'a << b', 'a >> b'], 'AND'),
    ),
    b: input.optional(input.line('b', '10', { max: 70 }), ''),
  },
  output: { decimal: output.text('Decimal'), binary: output.code('Binary'), hex: output.code('Hexadecimal') },
  sample: { decimal: '8', binary: '1000', hex: '8' },
  run: ({ a, operation, b }) => {
    const read = (field: string, text: string) => {
      if (!/^(?:\d{1,20}|0x[0-9a-f]{1,16}|0b[01]{1,64}|0o[0-7]{1,21})$/i.test(text))
        throw invalid(field, 'Send a number such as 12, 0xff or 0b1100');
      return BigInt.asUintN(64, BigInt(text.toLowerCase()));
    };
    const [x, y] = [read('a', a), operation === 'NOT a' ? 0n : read('b', b)];
    if (operation.includes('b') && operation.startsWith('a ') && y > 64n)
      throw invalid('b', 'Shift by 64 at most');
    const results = {
      AND: () => x & y,
      OR: () => x | y,
      XOR: () => x ^ y,
      'NOT a': () => ~x,
      'a << b': () => x << y,
      'a >> b': () => x >> y,
    };
    const value = BigInt.asUintN(64, results[operation]());
    return { decimal: value.toString(), binary: value.toString(2), hex: value.toString(16) };
  },
});
