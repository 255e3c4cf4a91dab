import { invalid } from '../../../kernel/problem.ts';
import { parseColor } from '../../conversions/colors.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'CSS gradient generator',
  summary: 'Create a linear, radial or conic gradient',
  keywords: 'background',
  input: {
    colors: input.line('Colors', '#ff8800, #2a6f97', { max: 500 }),
    kind: input.choice('Kind', ['linear', 'radial', 'conic'], 'linear'),
    angle: input.optional(input.integer('Angle', 90, 0, 360), 180),
  },
  output: { css: output.code('CSS') },
  sample: { css: 'background: linear-gradient(90deg, #ff8800, #2a6f97);' },
  run: ({ colors, kind, angle }) => {
    const list = colors.split(/,(?![^(]*\))/).map((color) => color.trim());
    const wrong = list.find((color) => !parseColor(color));
    if (wrong !== undefined || list.length < 2)
      throw invalid('colors', 'Send two or more colors with commas between');
    const first = { linear: `${angle}deg`, radial: 'circle', conic: `from ${angle}deg` }[kind];
    return { css: `background: ${kind}-gradient(${first}, ${list.join(', ')});` };
  },
});
