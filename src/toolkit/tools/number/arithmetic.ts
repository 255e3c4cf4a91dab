import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';
import { add, divide, multiply, parseRational, subtract, toDecimal } from '../../conversions/unit.ts';

export default [
  tool({
    slug: 'gcd-lcm-calculator',
    title: 'GCD and LCM calculator',
    summary: 'Find the greatest common divisor and least common multiple',
    input: { numbers: input.line('Numbers', '12, 18, 30', { max: 1000 }) },
    output: { gcd: output.text('Greatest common divisor'), lcm: output.text('Least common multiple') },
    sample: { gcd: '6', lcm: '180' },
    run: ({ numbers }) => {
      const parts = numbers.split(/[\s,;]+/).filter(Boolean);
      if (parts.length === 0 || parts.some((part) => !/^\d{1,30}$/.test(part) || /^0+$/.test(part)))
        throw invalid('numbers', 'Send whole numbers above zero with commas between');
      const values = parts.map(BigInt);
      const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));
      return {
        gcd: values.reduce(gcd).toString(),
        lcm: values.reduce((a, b) => (a / gcd(a, b)) * b).toString(),
      };
    },
  }),
  tool({
    slug: 'prime-checker',
    title: 'Prime checker',
    summary: 'Check whether a number is prime, and find its factors',
    keywords: 'factorization prime factors',
    isolated: true,
    input: { number: input.integer('Number', 2026, 0, Number.MAX_SAFE_INTEGER) },
    output: {
      isPrime: output.flag('Prime'),
      factors: output.list('Prime factors'),
      divisors: output.integer('Divisors'),
    },
    sample: { isPrime: false, factors: ['2', '1013'], divisors: 4 },
    run: ({ number }) => {
      const factors: number[] = [];
      let rest = number;
      for (let divisor = 2; divisor * divisor <= rest; divisor += divisor === 2 ? 1 : 2)
        while (rest % divisor === 0) {
          factors.push(divisor);
          rest /= divisor;
        }
      if (rest > 1) factors.push(rest);
      const divisors = [...Map.groupBy(factors, (factor) => factor).values()].reduce(
        (product, group) => product * (group.length + 1),
        1,
      );
      return {
        isPrime: factors.length === 1,
        factors: factors.map(String),
        divisors: number === 0 ? 0 : divisors,
      };
    },
  }),
  tool({
    slug: 'fraction-calculator',
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
  }),
];
