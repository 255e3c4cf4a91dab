import { invalid } from '../../../kernel/problem.ts';
import { formatColor, parseColor } from '../../conversions/colors.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Color name finder',
  summary: 'Find the nearest CSS color names of a color',
  keywords: 'named colors nearest',
  input: { color: input.line('Color', '#2a6f97', { max: 100 }) },
  output: {
    names: output.table('Nearest', {
      name: output.text('Name'),
      color: output.color('Color'),
      distance: output.number('Difference (CIEDE2000)'),
    }),
  },
  sample: {
    names: [
      { name: 'steelblue', color: '#4682b4', distance: 8.4 },
      { name: 'royalblue', color: '#4169e1', distance: 11.5 },
      { name: 'slategray', color: '#708090', distance: 13.2 },
      { name: 'slategrey', color: '#708090', distance: 13.2 },
      { name: 'lightslategray', color: '#778899', distance: 15.1 },
    ],
  },
  run: async ({ color }) => {
    const { colorsNamed, differenceCiede2000 } = await import('culori');
    const parsed = parseColor(color);
    if (!parsed) throw invalid('color', 'Send a color, such as #2a6f97');
    const distance = differenceCiede2000();
    const all = Object.keys(colorsNamed).map((name) => ({
      name,
      color: formatColor(parseColor(name) ?? parsed, 'hex'),
      distance: Math.round(distance(parsed, name) * 10) / 10,
    }));
    return { names: all.sort((a, b) => a.distance - b.distance).slice(0, 5) };
  },
});
