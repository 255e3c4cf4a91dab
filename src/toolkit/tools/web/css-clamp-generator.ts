import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'CSS clamp generator',
  summary: 'Create fluid sizes that grow with the viewport',
  keywords: 'fluid typography responsive',
  input: {
    min: input.number('Smallest in px', 16, 0, 10_000),
    max: input.number('Largest in px', 24, 0, 10_000),
    from: input.number('From window width in px', 360, 1, 10_000),
    to: input.number('To window width in px', 1280, 1, 10_000),
  },
  output: { css: output.code('CSS') },
  sample: { css: 'clamp(1rem, 0.8043rem + 0.8696vw, 1.5rem)' },
  run: ({ min, max, from, to }) => {
    if (to <= from) throw invalid('to', 'Send a width above the first');
    const slope = (max - min) / (to - from);
    const rem = (px: number) => `${Number((px / 16).toFixed(4))}rem`;
    const [low, high] = min < max ? [min, max] : [max, min];
    return {
      css: `clamp(${rem(low)}, ${rem(min - slope * from)} + ${Number((slope * 100).toFixed(4))}vw, ${rem(high)})`,
    };
  },
});
