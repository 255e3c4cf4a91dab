import { invalid } from '../../../kernel/problem.ts';
import { formatColor, parseColor } from '../../conversions/colors.ts';
import { input, output, tool } from '../../tool.ts';

export default [
  tool({
    slug: 'color-contrast-checker',
    title: 'Color contrast checker',
    summary: 'Check the contrast of text and background under WCAG 2.2',
    keywords: 'accessibility wcag aa aaa',
    input: {
      text: input.line('Text color', '#2a6f97', { max: 100 }),
      background: input.line('Background', '#ffffff', { max: 100 }),
    },
    output: {
      ratio: output.number('Contrast'),
      aa: output.flag('AA, normal text'),
      aaLarge: output.flag('AA, large text and controls'),
      aaa: output.flag('AAA, normal text'),
      aaaLarge: output.flag('AAA, large text'),
      text: output.color('Text'),
      background: output.color('Background'),
    },
    sample: {
      ratio: 5.5,
      aa: true,
      aaLarge: true,
      aaa: false,
      aaaLarge: true,
      text: '#2a6f97',
      background: '#ffffff',
    },
    run: async ({ text, background }) => {
      const { wcagContrast } = await import('culori');
      const [front, back] = [parseColor(text), parseColor(background)];
      if (!front) throw invalid('text', 'Send a color, such as #2a6f97');
      if (!back) throw invalid('background', 'Send a color, such as #ffffff');
      const ratio = wcagContrast(front, back);
      return {
        ratio: Math.round(ratio * 100) / 100,
        aa: ratio >= 4.5,
        aaLarge: ratio >= 3,
        aaa: ratio >= 7,
        aaaLarge: ratio >= 4.5,
        text: formatColor(front, 'hex'),
        background: formatColor(back, 'hex'),
      };
    },
  }),
  tool({
    slug: 'color-blindness-simulator',
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
  }),
];
