import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'Aspect ratio calculator',
  summary: 'Calculate an aspect ratio and sizes with the same ratio',
  keywords: 'resolution video image 16:9',
  input: {
    width: input.integer('Width', 1920, 1, 1_000_000),
    height: input.integer('Height', 1080, 1, 1_000_000),
    newWidth: input.optional(input.integer('New width, 0: the same', 1280, 0, 1_000_000), 0),
  },
  output: {
    ratio: output.text('Ratio'),
    decimal: output.number('As a number'),
    newHeight: output.number('New height'),
  },
  sample: { ratio: '16:9', decimal: 1.7778, newHeight: 720 },
  run: ({ width, height, newWidth }) => {
    const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
    const common = gcd(width, height);
    return {
      ratio: `${width / common}:${height / common}`,
      decimal: Math.round((width / height) * 10_000) / 10_000,
      newHeight: Math.round(((newWidth || width) * height * 100) / width) / 100,
    };
  },
});
