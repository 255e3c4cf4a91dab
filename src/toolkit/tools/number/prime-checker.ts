import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
});
