import { input, output, tool } from '../../tool.ts';
import { openImage, imageKinds, imageOutput, examplePng, writeImage } from '../../encodings/images.ts';

export default [
  tool({
    slug: 'image-to-base64',
    title: 'Image to Base64',
    summary: 'Convert an image to a data URL for HTML and CSS',
    keywords: 'data uri embed',
    isolated: true,
    input: { image: input.file('Image', examplePng, imageKinds) },
    output: { dataUrl: output.code('Data URL'), html: output.code('HTML'), css: output.code('CSS') },
    sample: {
      dataUrl:
        'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAMAAAAoLQ9TAAAABlBMVEX/iAAqb5d54VvpAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAFklEQVQYlWNgRAMMZAowQMFAC1DoFwBnEADBDFoz3wAAAABJRU5ErkJggg==',
      html: '<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAMAAAAoLQ9TAAAABlBMVEX/iAAqb5d54VvpAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAFklEQVQYlWNgRAMMZAowQMFAC1DoFwBnEADBDFoz3wAAAABJRU5ErkJggg==" alt="">',
      css: 'background-image: url(data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAMAAAAoLQ9TAAAABlBMVEX/iAAqb5d54VvpAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAFklEQVQYlWNgRAMMZAowQMFAC1DoFwBnEADBDFoz3wAAAABJRU5ErkJggg==);',
    },
    run: async ({ image }) => {
      const { picture } = await openImage(image);
      const { format } = await picture.metadata();
      const dataUrl = `data:image/${format === 'svg' ? 'svg+xml' : format};base64,${image}`;
      return { dataUrl, html: `<img src="${dataUrl}" alt="">`, css: `background-image: url(${dataUrl});` };
    },
  }),
  tool({
    slug: 'base64-to-image',
    title: 'Base64 to image',
    summary: 'Convert Base64 or a data URL to an image',
    keywords: 'data uri decode',
    isolated: true,
    input: {
      base64: input.text('Base64 or data URL', examplePng, { max: 4_000_000 }),
      format: input.choice('Format', ['same', 'png', 'jpg', 'webp'], 'same'),
    },
    output: imageOutput,
    run: ({ base64, format }) =>
      writeImage(base64.trim().replace(/^data:[\w/+.-]{1,60};base64,/, ''), format, { field: 'base64' }),
  }),
];
