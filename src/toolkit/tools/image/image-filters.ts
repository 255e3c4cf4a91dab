import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { imageKinds, writeImage } from '../../encodings/images.ts';
import { examplePng } from '../../encodings/example-files.ts';

export default tool({
  title: 'Image filters',
  summary: 'Grayscale, blur, sharpen, invert and brighten an image',
  keywords: 'image-blur image-grayscale black and white negative brightness saturation',
  isolated: true,
  input: {
    image: input.file('Image', examplePng, imageKinds),
    filter: input.required(
      input.choice('Filter', ['grayscale', 'blur', 'sharpen', 'invert', 'sepia', 'normalize'], 'grayscale'),
    ),
    blur: input.optional(input.number('Blur in px', 3, 0.3, 100)),
    brightness: input.optional(input.number('Brightness', 1, 0.1, 5)),
    saturation: input.optional(input.number('Saturation', 1, 0, 5)),
  },
  output: {
    image: output.file('Image'),
    width: output.integer('Width in px'),
    height: output.integer('Height in px'),
    bytes: output.integer('Bytes'),
  },
  run: ({ image, filter, blur, brightness, saturation }) =>
    writeImage(image, 'same', {}, (picture) => {
      const lit =
        brightness === 1 && saturation === 1 ? picture : picture.modulate({ brightness, saturation });
      if (filter === 'blur') return lit.blur(blur);
      if (filter === 'sepia')
        return lit.recomb([
          [0.393, 0.769, 0.189],
          [0.349, 0.686, 0.168],
          [0.272, 0.534, 0.131],
        ]);
      if (filter === 'invert') return lit.negate({ alpha: false });
      return filter === 'sharpen'
        ? lit.sharpen()
        : filter === 'normalize'
          ? lit.normalize()
          : lit.grayscale();
    }),
});
