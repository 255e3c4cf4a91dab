import { randomInt } from 'node:crypto';
import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
});
