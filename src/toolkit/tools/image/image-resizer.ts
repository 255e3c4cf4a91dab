import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { imageKinds, writeImage } from '../../encodings/images.ts';
import { examplePng } from '../../encodings/example-files.ts';

export default tool({
  title: 'Image resizer',
  summary: 'Resize an image',
  keywords: 'scale shrink thumbnail',
  isolated: true,
  input: {
    image: input.file('Image', examplePng, imageKinds),
    width: input.optional(input.integer('Width in px, 0: by the height', 8, 0, 4096), 0),
    height: input.optional(input.integer('Height in px, 0: by the width', 0, 0, 4096)),
    fit: input.choice('Fit', ['inside', 'cover', 'contain', 'fill'], 'inside'),
    format: input.choice('Format', ['same', 'jpg', 'png', 'webp', 'avif'], 'same'),
  },
  output: {
    image: output.file('Image'),
    width: output.integer('Width in px'),
    height: output.integer('Height in px'),
    bytes: output.integer('Bytes'),
  },
  run: ({ image, width, height, fit, format }) => {
    if (width === 0 && height === 0) throw invalid('width', 'Send a width or a height');
    return writeImage(image, format, {}, (picture) =>
      picture.resize({ ...(width > 0 && { width }), ...(height > 0 && { height }), fit }),
    );
  },
});
