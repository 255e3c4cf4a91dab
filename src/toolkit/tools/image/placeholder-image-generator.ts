import { invalid } from '../../../kernel/problem.ts';
import { parseColor, formatColor } from '../../conversions/colors.ts';
import { toStorable } from '../../../kernel/text.ts';
import { input, output, tool } from '../../tool.ts';
import { escape } from '../../../web/html.ts';

export default tool({
  title: 'Placeholder image generator',
  summary: 'Create an image with a size, color and text',
  keywords: 'dummy svg',
  input: {
    width: input.integer('Width in px', 600, 1, 5000),
    height: input.integer('Height in px', 400, 1, 5000),
    background: input.optional(input.line('Background', '#dddddd', { max: 50 })),
    color: input.optional(input.line('Text color', '#666666', { max: 50 })),
    text: input.line('Text, empty: the size', '', { max: 100 }),
  },
  output: { svg: output.svg('Image') },
  run: ({ width, height, background, color, text }) => {
    const [back, front] = [parseColor(background), parseColor(color)];
    if (!back) throw invalid('background', 'Send a color, such as #dddddd');
    if (!front) throw invalid('color', 'Send a color, such as #666666');
    const size = Math.max(8, Math.round(Math.min(width / 6, height / 3)));
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="${formatColor(back, 'hex')}"/><text x="50%" y="50%" dy="0.35em" text-anchor="middle" font-family="sans-serif" font-size="${size}" fill="${formatColor(front, 'hex')}">${escape(toStorable(text) || `${width} × ${height}`)}</text></svg>`;
    return { svg };
  },
});
