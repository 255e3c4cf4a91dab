import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Triangle calculator',
  summary: 'Calculate angles, area and heights of a triangle from its three sides',
  keywords: 'heron geometry',
  input: {
    a: input.number('Side a', 3, 1e-9, 1e9),
    b: input.number('Side b', 4, 1e-9, 1e9),
    c: input.number('Side c', 5, 1e-9, 1e9),
  },
  output: {
    area: output.number('Area'),
    perimeter: output.number('Perimeter'),
    alpha: output.number('Angle α in °'),
    beta: output.number('Angle β in °'),
    gamma: output.number('Angle γ in °'),
    kind: output.text('Kind'),
  },
  sample: { area: 6, perimeter: 12, alpha: 36.869898, beta: 53.130102, gamma: 90, kind: 'right' },
  run: ({ a, b, c }) => {
    if (a + b <= c || a + c <= b || b + c <= a)
      throw invalid('c', 'Two sides together must be longer than the third');
    const s = (a + b + c) / 2;
    const angle = (x: number, y: number, z: number) =>
      Number(((Math.acos((y * y + z * z - x * x) / (2 * y * z)) * 180) / Math.PI).toFixed(6));
    const angles = [angle(a, b, c), angle(b, a, c), angle(c, a, b)] as const;
    const kind =
      a === b && b === c
        ? 'equilateral'
        : a === b || b === c || a === c
          ? 'isosceles'
          : angles.some((value) => Math.abs(value - 90) < 1e-6)
            ? 'right'
            : 'scalene';
    return {
      area: Number(Math.sqrt(s * (s - a) * (s - b) * (s - c)).toPrecision(12)),
      perimeter: a + b + c,
      alpha: angles[0],
      beta: angles[1],
      gamma: angles[2],
      kind,
    };
  },
});
