import { invalid } from '../../../kernel/problem.ts';
import { formatColor, parseColor } from '../../conversions/colors.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'QR code generator',
  summary: 'Create a QR code for a text or URL',
  keywords: 'qrcode barcode',
  // The largest code takes longer than rendering its page.
  isolated: true,
  input: {
    text: input.text('Text', 'https://example.com', { max: 2000, min: 1 }),
    correction: input.choice('Error correction', ['L', 'M', 'Q', 'H'], 'M'),
    color: input.optional(input.line('Color', '#000000', { max: 50 })),
    background: input.optional(input.line('Background', '#ffffff', { max: 50 })),
    border: input.optional(input.integer('Border', 4, 0, 20)),
  },
  output: {
    svg: output.svg('QR code'),
    version: output.integer('Version'),
    modules: output.integer('Modules a side'),
  },
  run: async ({ text, correction, color, background, border }) => {
    const { encode } = await import('uqr');
    const [front, back] = [parseColor(color), parseColor(background)];
    if (!front) throw invalid('color', 'Send a color, such as #000000');
    if (!back) throw invalid('background', 'Send a color, such as #ffffff');
    const create = () => {
      try {
        return encode(text, { ecc: correction, border });
      } catch {
        throw invalid(
          'text',
          'This is too long for a QR code; send less, or choose a lower error correction',
        );
      }
    };
    const { data, size, version } = create();
    const path = data
      .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
      .join('');
    return {
      svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="${formatColor(back, 'hex')}"/><path d="${path}" fill="${formatColor(front, 'hex')}"/></svg>`,
      version,
      modules: size - 2 * border,
    };
  },
});
