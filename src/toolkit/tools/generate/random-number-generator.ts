import { randomInt } from 'node:crypto';
import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Random number generator',
  summary: 'Draw random whole numbers from a range',
  keywords: 'lottery dice',
  input: {
    from: input.integer('From', 1, -1_000_000_000, 1_000_000_000),
    to: input.integer('To', 100, -1_000_000_000, 1_000_000_000),
    count: input.optional(input.integer('Count', 5, 1, 10_000), 1),
    unique: input.flag('Each once'),
    sort: input.flag('Sorted'),
  },
  output: { numbers: output.list('Numbers'), sum: output.integer('Sum') },
  run: ({ from, to, count, unique, sort }) => {
    if (to < from) throw invalid('to', 'Send a number that is not below the first');
    if (unique && count > to - from + 1)
      throw invalid('count', `There are only ${to - from + 1} numbers in this range`);
    const drawn = unique
      ? drawUnique(from, to, count)
      : Array.from({ length: count }, () => randomInt(from, to + 1));
    const numbers = sort ? drawn.sort((a, b) => a - b) : drawn;
    return { numbers: numbers.map(String), sum: numbers.reduce((sum, number) => sum + number, 0) };
  },
});

/** Floyd's algorithm draws only as many numbers as needed. They are shuffled afterwards. */
function drawUnique(from: number, to: number, count: number): number[] {
  const chosen = new Set<number>();
  for (let last = to - count + 1; last <= to; last += 1) {
    const number = randomInt(from, last + 1);
    chosen.add(chosen.has(number) ? last : number);
  }
  const numbers = [...chosen];
  for (let i = numbers.length - 1; i > 0; i -= 1) {
    const j = randomInt(i + 1);
    [numbers[i], numbers[j]] = [numbers[j] ?? 0, numbers[i] ?? 0];
  }
  return numbers;
}
