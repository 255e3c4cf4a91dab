import { input, output, tool } from '../../tool.ts';
import { imageKinds, openImage, examplePng } from '../../encodings/images.ts';

export default tool({
  title: 'Image color extractor',
  summary: 'Find the main colors of an image',
  keywords: 'palette dominant color picker',
  isolated: true,
  input: {
    image: input.file('Image', examplePng, imageKinds),
    count: input.optional(input.integer('Colors at most', 6, 1, 20)),
  },
  output: {
    colors: output.table('Colors', { color: output.color('Color'), percent: output.number('Percent') }),
  },
  sample: {
    colors: [
      { color: '#2a6f97', percent: 75 },
      { color: '#ff8800', percent: 25 },
    ],
  },
  run: async ({ image, count }) => {
    const { picture } = await openImage(image);
    const { data } = await picture
      .resize(100, 100, { fit: 'inside', withoutEnlargement: true })
      .removeAlpha()
      .toColorspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const buckets = new Map<number, { red: number; green: number; blue: number; count: number }>();
    for (let i = 0; i + 2 < data.length; i += 3) {
      const [red = 0, green = 0, blue = 0] = data.subarray(i, i + 3);
      const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5);
      const bucket = buckets.get(key) ?? { red: 0, green: 0, blue: 0, count: 0 };
      buckets.set(key, {
        red: bucket.red + red,
        green: bucket.green + green,
        blue: bucket.blue + blue,
        count: bucket.count + 1,
      });
    }
    const total = data.length / 3;
    const hex = (sum: number, of: number) =>
      Math.round(sum / of)
        .toString(16)
        .padStart(2, '0');
    const sorted = [...buckets.values()].sort((a, b) => b.count - a.count).slice(0, count);
    return {
      colors: sorted.map((bucket) => ({
        color: `#${hex(bucket.red, bucket.count)}${hex(bucket.green, bucket.count)}${hex(bucket.blue, bucket.count)}`,
        percent: Math.round((bucket.count / total) * 1000) / 10,
      })),
    };
  },
});
