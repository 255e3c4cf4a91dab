import { input, output, tool } from '../../tool.ts';
import { openImage, imageKinds, examplePng } from '../../encodings/images.ts';

export default tool({
  title: 'Image comparer',
  summary: 'Measure the similarity of two images',
  keywords: 'difference similarity duplicate hash',
  isolated: true,
  input: {
    first: input.file('First image', examplePng, imageKinds),
    second: input.file('Second image', examplePng, imageKinds),
  },
  output: {
    similarity: output.number('Similarity in percent'),
    distance: output.integer('Difference of the hashes, of 64 bits'),
    isSame: output.flag('Looks the same'),
  },
  sample: { similarity: 100, distance: 0, isSame: true },
  run: async ({ first, second }) => {
    // Difference hash: whether each of 64 points is lighter than the next one.
    const hash = async (image: string, field: string) => {
      const { picture } = await openImage(image, field);
      const pixels = await picture
        .flatten({ background: '#fff' })
        .grayscale()
        .resize(9, 8, { fit: 'fill' })
        .raw()
        .toBuffer();
      return Array.from(
        { length: 64 },
        (_, i) =>
          (pixels[Math.floor(i / 8) * 9 + (i % 8)] ?? 0) > (pixels[Math.floor(i / 8) * 9 + (i % 8) + 1] ?? 0),
      );
    };
    const [a, b] = [await hash(first, 'first'), await hash(second, 'second')];
    const distance = a.filter((bit, i) => bit !== b[i]).length;
    return { similarity: Math.round((1 - distance / 64) * 1000) / 10, distance, isSame: distance <= 5 };
  },
});
