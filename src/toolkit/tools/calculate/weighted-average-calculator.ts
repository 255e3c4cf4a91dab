import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'Weighted average calculator',
  summary: 'Calculate the weighted average of values, such as grades',
  keywords: 'grade gpa mean',
  input: { values: input.text('Value and weight, one pair a line', '90 3\n75 2\n82 5', { max: 10_000 }) },
  output: { average: output.number('Average'), weight: output.number('Weight in all') },
  sample: { average: 83, weight: 10 },
  run: ({ values }) => {
    const pairs = values
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line, i) => {
        const [value = Number.NaN, weight = 1] = line
          .trim()
          .split(/[\s,;]+/)
          .map(Number);
        if (!Number.isFinite(value) || !(weight >= 0))
          throw invalid('values', `Line ${i + 1} is not a value with a weight`);
        return { value, weight };
      });
    const weight = pairs.reduce((sum, pair) => sum + pair.weight, 0);
    if (weight === 0) throw invalid('values', 'Send at least one value with a weight above zero');
    return {
      average: Number(
        (pairs.reduce((sum, pair) => sum + pair.value * pair.weight, 0) / weight).toPrecision(12),
      ),
      weight,
    };
  },
});
