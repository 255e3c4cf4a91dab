import { randomInt } from 'node:crypto';
import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

export default [
  tool({
    slug: 'dice-roller',
    title: 'Dice roller',
    summary: 'Roll dice in role-playing notation',
    keywords: 'd20 d6 random rpg',
    input: { dice: input.line('Dice', '3d6+2', { max: 50 }) },
    output: {
      rolls: output.list('Rolls'),
      total: output.integer('Total'),
      min: output.integer('Least possible'),
      max: output.integer('Most possible'),
    },
    run: ({ dice }) => {
      const match = /^(\d{0,3})d(\d{1,4})([+-]\d{1,5})?$/i.exec(dice.replace(/\s/g, ''));
      const [count, sides, plus] = [
        Number(match?.[1] === '' ? 1 : match?.[1]),
        Number(match?.[2]),
        Number(match?.[3] ?? 0),
      ];
      if (!match || count < 1 || count > 500 || sides < 2)
        throw invalid('dice', 'Send dice such as d20, 2d6 or 3d8+2, and at most 500');
      const rolls = Array.from({ length: count }, () => randomInt(1, sides + 1));
      return {
        rolls: rolls.map(String),
        total: rolls.reduce((sum, roll) => sum + roll, plus),
        min: count + plus,
        max: count * sides + plus,
      };
    },
  }),
  tool({
    slug: 'random-number-generator',
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
  }),
];

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
