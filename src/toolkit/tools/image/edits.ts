import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';
import { imageKinds, imageOutput, writeImage, examplePng } from '../../encodings/images.ts';

export default [
  tool({
    slug: 'image-resizer',
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
    output: imageOutput,
    run: ({ image, width, height, fit, format }) => {
      if (width === 0 && height === 0) throw invalid('width', 'Send a width or a height');
      return writeImage(image, format, {}, (picture) =>
        picture.resize({ ...(width > 0 && { width }), ...(height > 0 && { height }), fit }),
      );
    },
  }),
  tool({
    slug: 'image-cropper',
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
    output: imageOutput,
    run: ({ image, ...area }) => writeImage(image, 'same', {}, (picture) => picture.extract(area)),
  }),
  tool({
    slug: 'image-rotator',
    title: 'Image rotator',
    summary: 'Rotate or mirror an image',
    keywords: 'rotate flip flop mirror',
    isolated: true,
    input: {
      image: input.file('Image', examplePng, imageKinds),
      angle: input.optional(input.choice('Clockwise', ['0', '90', '180', '270'], '90'), '0'),
      mirror: input.choice('Mirror', ['no', 'left and right', 'top and bottom'], 'no'),
    },
    output: imageOutput,
    run: ({ image, angle, mirror }) =>
      writeImage(image, 'same', {}, (picture) =>
        picture
          .rotate(Number(angle))
          .flop(mirror === 'left and right')
          .flip(mirror === 'top and bottom'),
      ),
  }),
  tool({
    slug: 'image-optimizer',
    title: 'Image compressor',
    summary: 'Reduce the file size of an image',
    keywords: 'optimize reduce size compress',
    isolated: true,
    input: {
      image: input.file('Image', examplePng, imageKinds),
      quality: input.optional(input.integer('Quality', 70, 1, 100)),
      format: input.choice('Format', ['same', 'jpg', 'png', 'webp', 'avif'], 'webp'),
    },
    output: { ...imageOutput, before: output.integer('Bytes before') },
    run: async ({ image, quality, format }) => ({
      ...(await writeImage(image, format, { quality })),
      before: Buffer.byteLength(image, 'base64'),
    }),
  }),
  tool({
    slug: 'image-filters',
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
    output: imageOutput,
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
  }),
  tool({
    slug: 'exif-remover',
    title: 'EXIF remover',
    summary: 'Remove location, camera and all other metadata from a photo',
    keywords: 'strip metadata gps privacy',
    isolated: true,
    input: { image: input.file('Image', examplePng, imageKinds) },
    output: imageOutput,
    // A re-encoded image has pixels only, without metadata.
    run: ({ image }) => writeImage(image, 'same', { quality: 92 }),
  }),
];
