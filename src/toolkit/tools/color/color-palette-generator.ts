import { invalid } from '../../../kernel/problem.ts';
import { formatColor, parseColor } from '../../conversions/colors.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

const schemes: Readonly<Record<string, readonly number[]>> = {
  complementary: [0, 180],
  analogous: [-30, 0, 30],
  triadic: [0, 120, 240],
  'split complementary': [0, 150, 210],
  tetradic: [0, 90, 180, 270],
};

export default tool({
  title: 'Color palette generator',
  summary: 'Generate a palette that matches a color',
  keywords: 'harmony scheme complementary triadic',
  input: {
    color: input.line('Color', '#2a6f97', { max: 100 }),
    scheme: input.choice(
      'Scheme',
      ['complementary', 'analogous', 'triadic', 'split complementary', 'tetradic'],
      'triadic',
    ),
  },
  output: { colors: output.table('Colors', { color: output.color('Color'), hsl: output.code('HSL') }) },
  sample: {
    colors: [
      { color: '#2a6f97', hsl: 'hsl(202, 56.5%, 37.8%)' },
      { color: '#972a6f', hsl: 'hsl(322, 56.5%, 37.8%)' },
      { color: '#6f972a', hsl: 'hsl(82, 56.5%, 37.8%)' },
    ],
  },
  run: async ({ color, scheme }) => {
    const { converter } = await import('culori');
    const parsed = parseColor(color);
    if (!parsed) throw invalid('color', 'Send a color, such as #2a6f97');
    const base = converter('hsl')(parsed);
    const colors = (schemes[scheme] ?? []).map((turn) => ({
      ...base,
      h: ((base.h ?? 0) + turn + 360) % 360,
    }));
    return {
      colors: colors.map((each) => ({ color: formatColor(each, 'hex'), hsl: formatColor(each, 'hsl') })),
    };
  },
});
