import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { imageKinds, writeImage } from '../../encodings/images.ts';
import { examplePng } from '../../encodings/example-files.ts';

export default tool({
  title: 'Image cropper',
  summary: 'Crop an image',
  isolated: true,
  input: {
    image: input.file('Image', examplePng, imageKinds),
    left: input.optional(input.integer('From the left in px', 2, 0, 20_000), 0),
    top: input.optional(input.integer('From the top in px', 2, 0, 20_000), 0),
    width: input.integer('Width in px', 8, 1, 20_000),
    height: input.integer('Height in px', 8, 1, 20_000),
  },
  output: {
    image: output.file('Image'),
    width: output.integer('Width in px'),
    height: output.integer('Height in px'),
    bytes: output.integer('Bytes'),
  },
  run: ({ image, ...area }) => writeImage(image, 'same', {}, (picture) => picture.extract(area)),
});
