import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { imageKinds, writeImage } from '../../encodings/images.ts';
import { examplePng } from '../../encodings/example-files.ts';

export default tool({
  title: 'EXIF remover',
  summary: 'Remove location, camera and all other metadata from a photo',
  keywords: 'strip metadata gps privacy',
  isolated: true,
  input: { image: input.file('Image', examplePng, imageKinds) },
  output: {
    image: output.file('Image'),
    width: output.integer('Width in px'),
    height: output.integer('Height in px'),
    bytes: output.integer('Bytes'),
  },
  // A re-encoded image has pixels only, without metadata.
  run: ({ image }) => writeImage(image, 'same', { quality: 92 }),
});
