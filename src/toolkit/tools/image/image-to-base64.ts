import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { openImage, imageKinds } from '../../encodings/images.ts';
import { examplePng } from '../../encodings/example-files.ts';

export default tool({
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
});
