import { invalid } from '../../../kernel/problem.ts';
import { formatColor, parseColor } from '../../conversions/colors.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
});
