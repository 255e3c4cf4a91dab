import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Break-even calculator',
  summary: 'Calculate how many units to sell until costs are covered',
  input: {
    fixed: input.number('Fixed costs', 10_000, 0, 1e12),
    price: input.number('Price of one', 25, 0.01, 1e12),
    variable: input.number('Variable cost of one', 10, 0, 1e12),
  },
  output: {
    units: output.integer('Pieces'),
    revenue: output.number('Revenue'),
    contribution: output.number('Contribution of one'),
  },
  sample: { units: 667, revenue: 16675, contribution: 15 },
  run: ({ fixed, price, variable }) => {
    if (variable >= price) throw invalid('variable', 'At this cost nothing is ever earned');
    const units = Math.ceil(fixed / (price - variable));
    return { units, revenue: units * price, contribution: price - variable };
  },
});
