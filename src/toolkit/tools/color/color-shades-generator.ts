import { invalid } from '../../../kernel/problem.ts';
import { formatColor, parseColor } from '../../conversions/colors.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Color shades generator',
  summary: 'Create a scale of shades from light to dark, as in design systems',
  keywords: 'tints tailwind scale',
  input: { color: input.line('Color', '#2a6f97', { max: 100 }) },
  output: { shades: output.table('Shades', { name: output.text('Name'), color: output.color('Color') }) },
  sample: {
    shades: [
      { name: '50', color: '#d3fcff' },
      { name: '100', color: '#c3efff' },
      { name: '200', color: '#acdbfb' },
      { name: '300', color: '#8abfe2' },
      { name: '400', color: '#65a0c6' },
      { name: '500', color: '#3e82ab' },
      { name: '600', color: '#2a678b' },
      { name: '700', color: '#18506f' },
      { name: '800', color: '#053a55' },
      { name: '900', color: '#00273f' },
      { name: '950', color: '#00162a' },
    ],
  },
  run: async ({ color }) => {
    const { converter } = await import('culori');
    const parsed = parseColor(color);
    if (!parsed) throw invalid('color', 'Send a color, such as #2a6f97');
    const base = converter('oklch')(parsed);
    const steps = [
      [50, 0.97],
      [100, 0.93],
      [200, 0.87],
      [300, 0.78],
      [400, 0.68],
      [500, 0.58],
      [600, 0.49],
      [700, 0.41],
      [800, 0.33],
      [900, 0.26],
      [950, 0.19],
    ] as const;
    return {
      shades: steps.map(([name, l]) => ({
        name: String(name),
        color: formatColor({ ...base, l, c: base.c * (1 - Math.abs(l - 0.58)) }, 'hex'),
      })),
    };
  },
});
