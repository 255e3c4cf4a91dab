import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { writeImage } from '../../encodings/images.ts';
import { examplePng } from '../../encodings/example-files.ts';

export default tool({
  title: 'Base64 to image',
  summary: 'Convert Base64 or a data URL to an image',
  keywords: 'data uri decode',
  isolated: true,
  input: {
    base64: input.text('Base64 or data URL', examplePng, { max: 4_000_000 }),
    format: input.choice('Format', ['same', 'png', 'jpg', 'webp'], 'same'),
  },
  output: {
    image: output.file('Image'),
    width: output.integer('Width in px'),
    height: output.integer('Height in px'),
    bytes: output.integer('Bytes'),
  },
  run: ({ base64, format }) =>
    writeImage(base64.trim().replace(/^data:[\w/+.-]{1,60};base64,/, ''), format, { field: 'base64' }),
});
