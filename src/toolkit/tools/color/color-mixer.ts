import { invalid } from '../../../kernel/problem.ts';
import { formatColor, parseColor } from '../../conversions/colors.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Color mixer',
  summary: 'Mix two colors in even steps',
  keywords: 'blend gradient interpolate',
  input: {
    from: input.line('From', '#ff0000', { max: 100 }),
    to: input.line('To', '#0000ff', { max: 100 }),
    steps: input.optional(input.integer('Steps', 5, 2, 100)),
    space: input.choice('In', ['rgb', 'lab', 'oklab', 'hsl'], 'oklab'),
  },
  output: {
    colors: output.table('Colors', { color: output.color('Color') }),
    css: output.code('CSS gradient'),
  },
  sample: {
    colors: [
      { color: '#ff0000' },
      { color: '#c6496d' },
      { color: '#8c53a2' },
      { color: '#5147d2' },
      { color: '#0000ff' },
    ],
    css: 'linear-gradient(90deg, #ff0000, #c6496d, #8c53a2, #5147d2, #0000ff)',
  },
  run: async ({ from, to, steps, space }) => {
    const { interpolate } = await import('culori');
    const [start, end] = [parseColor(from), parseColor(to)];
    if (!start) throw invalid('from', 'Send a color, such as #ff0000');
    if (!end) throw invalid('to', 'Send a color, such as #0000ff');
    const mix = interpolate([start, end], space);
    const colors = Array.from({ length: steps }, (_, i) => formatColor(mix(i / (steps - 1)), 'hex'));
    return {
      colors: colors.map((color) => ({ color })),
      css: `linear-gradient(90deg, ${colors.join(', ')})`,
    };
  },
});
