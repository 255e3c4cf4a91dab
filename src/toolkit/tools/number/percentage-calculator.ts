import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'Percentage calculator',
  summary: 'Calculate percentages, shares and changes',
  keywords: 'percent increase decrease',
  input: {
    kind: input.required(
      input.choice(
        'What',
        ['x% of y', 'x is what % of y', 'change from x to y', 'x plus y%', 'x minus y%'],
        'x% of y',
      ),
    ),
    x: input.number('x', 15),
    y: input.number('y', 80),
  },
  output: { result: output.number('Result'), unit: output.text('Unit') },
  sample: { result: 12, unit: '' },
  run: ({ kind, x, y }) => {
    if (kind === 'x is what % of y' && y === 0) throw invalid('y', 'Nothing is a percentage of zero');
    if (kind === 'change from x to y' && x === 0)
      throw invalid('x', 'From zero there is no change in percent');
    const result = {
      'x% of y': (x * y) / 100,
      'x is what % of y': (x / y) * 100,
      'change from x to y': ((y - x) / Math.abs(x)) * 100,
      'x plus y%': x * (1 + y / 100),
      'x minus y%': x * (1 - y / 100),
    }[kind];
    return {
      result: Number(result.toPrecision(14)),
      unit: kind.startsWith('x is') || kind.startsWith('change') ? '%' : '',
    };
  },
});
