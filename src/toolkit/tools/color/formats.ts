import { invalid } from '../../../kernel/problem.ts';
import { colorFormats, formatColor, parseColor } from '../../conversions/colors.ts';
import { input, output, tool } from '../../tool.ts';
import { colorPairTools } from '../../conversions/pair-tools.ts';

export default [
  tool({
    slug: 'color-converter',
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
  }),
  tool({
    slug: 'color-name-finder',
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
  }),
  ...colorPairTools(['hex', 'hexa', 'rgb', 'rgba', 'hsl', 'hsla', 'hsv', 'cmyk']),
];
