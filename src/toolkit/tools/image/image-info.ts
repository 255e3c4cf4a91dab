import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { imageKinds, openImage } from '../../encodings/images.ts';
import { examplePng } from '../../encodings/example-files.ts';

export default tool({
  title: 'Image inspector',
  summary: 'Show the size, format, color space and other properties of an image',
  keywords: 'metadata dimensions properties',
  isolated: true,
  input: { image: input.file('Image', examplePng, imageKinds) },
  output: {
    format: output.text('Format'),
    width: output.integer('Width in px'),
    height: output.integer('Height in px'),
    bytes: output.integer('Bytes'),
    space: output.text('Color space'),
    channels: output.integer('Channels'),
    hasAlpha: output.flag('Transparency'),
    pages: output.integer('Frames'),
    density: output.orNull(output.number('Pixels per inch')),
    hasExif: output.flag('EXIF'),
    hasProfile: output.flag('Color profile'),
  },
  sample: {
    format: 'png',
    width: 16,
    height: 16,
    bytes: 118,
    space: 'srgb',
    channels: 3,
    hasAlpha: false,
    pages: 1,
    density: null,
    hasExif: false,
    hasProfile: false,
  },
  run: async ({ image }) => {
    const { picture, bytes } = await openImage(image);
    const {
      format,
      width,
      height,
      space,
      channels,
      hasAlpha,
      pages = 1,
      density,
      exif,
      icc,
    } = await picture.metadata();
    return {
      format: format,
      width,
      height,
      bytes,
      space,
      channels,
      hasAlpha,
      pages,
      density: density ?? null,
      hasExif: exif !== undefined,
      hasProfile: icc !== undefined,
    };
  },
});
