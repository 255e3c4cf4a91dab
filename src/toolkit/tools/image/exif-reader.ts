import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { imageKinds } from '../../encodings/images.ts';
import { examplePng } from '../../encodings/example-files.ts';

export default tool({
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
});
