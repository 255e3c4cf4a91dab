import { invalid } from '../../../kernel/problem.ts';
import { add, divide, multiply, parseRational, subtract, toDecimal } from '../../conversions/unit.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Fraction calculator',
  summary: 'Add, subtract, multiply and divide fractions exactly',
  keywords: 'simplify ratio',
  input: {
    a: input.line('First', '1/3', { max: 60 }),
    operation: input.required(input.choice('Operation', ['+', '-', '×', '÷'], '+')),
    b: input.line('Second', '0.25', { max: 60 }),
  },
  output: {
    fraction: output.text('Fraction'),
    decimal: output.text('Decimal'),
    mixed: output.text('Mixed number'),
  },
  sample: { fraction: '7/12', decimal: '0.583333333333333', mixed: '7/12' },
  run: ({ a, operation, b }) => {
    const [x, y] = [parseRational(a), parseRational(b)];
    if (!x) throw invalid('a', 'Send a fraction such as 1/3, or a number');
    if (!y || (operation === '÷' && y.n === 0n))
      throw invalid(
        'b',
        operation === '÷' ? 'Send a number that is not zero' : 'Send a fraction such as 1/3, or a number',
      );
    const result = { '+': add, '-': subtract, '×': multiply, '÷': divide }[operation](x, y);
    const gcd = (m: bigint, n: bigint): bigint => (n === 0n ? m : gcd(n, m % n));
    const size = result.n < 0n ? -result.n : result.n;
    const common = gcd(size, result.d) || 1n;
    const [n, d, sign] = [size / common, result.d / common, result.n < 0n ? '-' : ''];
    const rest = n % d;
    return {
      fraction: d === 1n ? `${sign}${n}` : `${sign}${n}/${d}`,
      decimal: toDecimal(result),
      mixed:
        sign +
        [n / d > 0n || rest === 0n ? `${n / d}` : '', rest > 0n ? `${rest}/${d}` : '']
          .filter(Boolean)
          .join(' '),
    };
  },
});
