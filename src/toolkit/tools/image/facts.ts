import { input, output, tool } from '../../tool.ts';
import { imageKinds, openImage, examplePng } from '../../encodings/images.ts';

export default [
  tool({
    slug: 'image-info',
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
  }),
  tool({
    slug: 'exif-reader',
    title: 'EXIF reader',
    summary: 'Show the EXIF data of a photo: time, settings and location',
    keywords: 'metadata gps camera photo',
    isolated: true,
    input: { image: input.file('Image', examplePng, imageKinds) },
    output: {
      tags: output.table('Tags', { name: output.text('Name'), value: output.text('Value') }),
      latitude: output.orNull(output.number('Latitude')),
      longitude: output.orNull(output.number('Longitude')),
    },
    sample: {
      tags: [
        { name: 'ImageWidth', value: '16' },
        { name: 'ImageHeight', value: '16' },
        { name: 'BitDepth', value: '8' },
        { name: 'ColorType', value: 'Palette' },
        { name: 'Compression', value: 'Deflate/Inflate' },
        { name: 'Filter', value: 'Adaptive' },
        { name: 'Interlace', value: 'Noninterlaced' },
      ],
      latitude: null,
      longitude: null,
    },
    run: async ({ image }) => {
      const { default: exifr } = await import('exifr');
      const found = (await exifr.parse(Buffer.from(image, 'base64'), true).catch(() => undefined)) as
        Record<string, unknown> | undefined;
      const text = (value: unknown) =>
        (value instanceof Date
          ? value.toISOString()
          : typeof value === 'string'
            ? value
            : JSON.stringify(value)
        ).slice(0, 500);
      const tags = Object.entries(found ?? {})
        .filter(([, value]) => value !== undefined && !(value instanceof Uint8Array))
        .slice(0, 300)
        .map(([name, value]) => ({ name, value: text(value) }));
      const place = (name: string) => (typeof found?.[name] === 'number' ? found[name] : null);
      return { tags, latitude: place('latitude'), longitude: place('longitude') };
    },
  }),
];
