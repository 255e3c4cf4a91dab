import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
});
