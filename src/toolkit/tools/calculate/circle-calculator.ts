import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
});
