import { input, output, tool } from '../../tool.ts';
import { invalid } from '../../../kernel/problem.ts';

export default [
  tool({
    slug: 'circle-calculator',
    title: 'Circle calculator',
    summary: 'Calculate radius, diameter, circumference and area of a circle, and volume of a sphere',
    input: {
      value: input.number('Value', 5, 0, 1e12),
      of: input.required(input.choice('Of', ['radius', 'diameter', 'circumference', 'area'], 'radius')),
    },
    output: {
      radius: output.number('Radius'),
      diameter: output.number('Diameter'),
      circumference: output.number('Circumference'),
      area: output.number('Area'),
      sphere: output.number('Volume of the sphere'),
    },
    sample: {
      radius: 5,
      diameter: 10,
      circumference: 31.4159265359,
      area: 78.5398163397,
      sphere: 523.598775598,
    },
    run: ({ value, of }) => {
      const r = {
        radius: value,
        diameter: value / 2,
        circumference: value / (2 * Math.PI),
        area: Math.sqrt(value / Math.PI),
      }[of];
      const round = (number: number) => Number(number.toPrecision(12));
      return {
        radius: round(r),
        diameter: round(2 * r),
        circumference: round(2 * Math.PI * r),
        area: round(Math.PI * r * r),
        sphere: round((4 / 3) * Math.PI * r ** 3),
      };
    },
  }),
  tool({
    slug: 'triangle-calculator',
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
  }),
];
