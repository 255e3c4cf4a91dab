import { invalid } from '../../../kernel/problem.ts';
import { formatColor, parseColor } from '../../conversions/colors.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Color blindness simulator',
  summary: 'Show a color as people with color vision deficiencies see it',
  keywords: 'protanopia deuteranopia tritanopia accessibility',
  input: { color: input.line('Color', '#d62828', { max: 100 }) },
  output: {
    color: output.color('Color'),
    protanopia: output.color('Protanopia'),
    deuteranopia: output.color('Deuteranopia'),
    tritanopia: output.color('Tritanopia'),
    grayscale: output.color('No color vision'),
  },
  sample: {
    color: '#d62828',
    protanopia: '#423c27',
    deuteranopia: '#685926',
    tritanopia: '#ff1a29',
    grayscale: '#4d4d4d',
  },
  run: async ({ color }) => {
    const { filterDeficiencyDeuter, filterDeficiencyProt, filterDeficiencyTrit, filterGrayscale } =
      await import('culori');
    const parsed = parseColor(color);
    if (!parsed) throw invalid('color', 'Send a color, such as #d62828');
    return {
      color: formatColor(parsed, 'hex'),
      protanopia: formatColor(filterDeficiencyProt(1)(parsed), 'hex'),
      deuteranopia: formatColor(filterDeficiencyDeuter(1)(parsed), 'hex'),
      tritanopia: formatColor(filterDeficiencyTrit(1)(parsed), 'hex'),
      grayscale: formatColor(filterGrayscale(1)(parsed), 'hex'),
    };
  },
});
