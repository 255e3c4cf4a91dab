import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { imageKinds, writeImage } from '../../encodings/images.ts';
import { examplePng } from '../../encodings/example-files.ts';

export default tool({
  title: 'Image compressor',
  summary: 'Reduce the file size of an image',
  keywords: 'optimize reduce size compress',
  isolated: true,
  input: {
    image: input.file('Image', examplePng, imageKinds),
    quality: input.optional(input.integer('Quality', 70, 1, 100)),
    format: input.choice('Format', ['same', 'jpg', 'png', 'webp', 'avif'], 'webp'),
  },
  output: {
    image: output.file('Image'),
    width: output.integer('Width in px'),
    height: output.integer('Height in px'),
    bytes: output.integer('Bytes'),
    before: output.integer('Bytes before'),
  },
  run: async ({ image, quality, format }) => ({
    ...(await writeImage(image, format, { quality })),
    before: Buffer.byteLength(image, 'base64'),
  }),
});
