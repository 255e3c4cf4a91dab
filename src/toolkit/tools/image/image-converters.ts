import { input, tool } from '../../tool.ts';
import { imageKinds, imageOutput, writeImage, examplePng } from '../../encodings/images.ts';

const pairs = [
  ['png', 'jpg'], ['png', 'webp'], ['png', 'avif'], ['png', 'gif'], ['png', 'ico'], ['png', 'tiff'], ['jpg', 'png'], ['jpg', 'webp'], ['jpg', 'avif'], ['jpg', 'gif'], ['jpg', 'ico'], ['jpg', 'tiff'],
  ['webp', 'png'], ['webp', 'jpg'], ['webp', 'avif'], ['webp', 'gif'], ['webp', 'ico'], ['avif', 'png'], ['avif', 'jpg'], ['avif', 'webp'], ['gif', 'png'], ['gif', 'jpg'], ['gif', 'webp'], ['gif', 'ico'],
  ['tiff', 'png'], ['tiff', 'jpg'], ['tiff', 'webp'], ['svg', 'png'], ['svg', 'jpg'], ['svg', 'webp'], ['svg', 'ico'],
] as const; // prettier-ignore

/** Converters for commonly searched pairs of formats. Each reads every supported format. */
export default pairs.map(([from, to]) =>
  tool({
    slug: `${from}-to-${to}`,
    title: `${from.toUpperCase()} to ${to.toUpperCase()}`,
    summary: `Convert a ${from.toUpperCase()} image to ${to.toUpperCase()}`,
    keywords: 'image picture photo convert',
    isolated: true,
    input: {
      image: input.file('Image', examplePng, imageKinds),
      quality: input.optional(input.integer('Quality', 82, 1, 100)),
    },
    output: imageOutput,
    run: ({ image, quality }) => writeImage(image, to, { quality }),
  }),
);
