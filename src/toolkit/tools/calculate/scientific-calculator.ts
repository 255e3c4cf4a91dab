import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';
import { evaluate } from '../../encodings/math.ts';

export default tool({
  title: 'Scientific calculator',
  summary: 'Evaluate an expression with functions and constants',
  keywords: 'math expression evaluate sin cos sqrt',
  input: {
    expression: input.line('Expression', '2 * (3 + 4)^2 / sqrt(16) - sin(pi / 2)', { max: 1000 }),
    degrees: input.flag('Angles in degrees'),
  },
  output: { result: output.number('Result') },
  sample: { result: 23.5 },
  run: ({ expression, degrees }) => {
    const result = evaluate('expression', expression, { degrees });
    if (!Number.isFinite(result))
      throw invalid('expression', 'The result is not a number, as of a division by zero');
    return { result: Number(result.toPrecision(15)) };
  },
});
