import { invalid } from '../../../kernel/problem.ts';
import { colorFormats, formatColor, parseColor } from '../../conversions/colors.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Color converter',
  summary: 'Convert a color to every format at once',
  keywords: 'hex rgb hsl cmyk oklch color-picker colour',
  input: { color: input.line('Color', '#2a6f97', { max: 100 }) },
  output: {
    color: output.color('Color'),
    hex: output.code('HEX'),
    rgb: output.code('RGB'),
    hsl: output.code('HSL'),
    hsv: output.code('HSV'),
    hwb: output.code('HWB'),
    cmyk: output.code('CMYK'),
    lab: output.code('Lab'),
    lch: output.code('LCH'),
    oklab: output.code('Oklab'),
    oklch: output.code('OKLCH'),
  },
  sample: {
    color: '#2a6f97',
    hex: '#2a6f97',
    rgb: 'rgb(42, 111, 151)',
    hsl: 'hsl(202, 56.5%, 37.8%)',
    hsv: 'hsv(202, 72.2%, 59.2%)',
    hwb: 'hwb(202 16.5% 40.8%)',
    cmyk: 'cmyk(72%, 26%, 0%, 41%)',
    lab: 'lab(43.93 -11.76 -28.59)',
    lch: 'lch(43.93 30.92 247.64)',
    oklab: 'oklab(0.5167 -0.0493 -0.0788)',
    oklch: 'oklch(0.5167 0.093 237.9845)',
  },
  run: ({ color }) => {
    const parsed = parseColor(color);
    if (!parsed) throw invalid('color', 'Send a color, such as #2a6f97, rgb(42, 111, 151) or teal');
    const formats = Object.fromEntries(colorFormats.map((format) => [format, formatColor(parsed, format)]));
    const {
      hex = '',
      rgb = '',
      hsl = '',
      hsv = '',
      hwb = '',
      cmyk = '',
      lab = '',
      lch = '',
      oklab = '',
      oklch = '',
    } = formats;
    return { color: hex, hex, rgb, hsl, hsv, hwb, cmyk, lab, lch, oklab, oklch };
  },
});
