import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { openImage, imageKinds } from '../../encodings/images.ts';
import { exampleQr } from '../../encodings/example-files.ts';

export default tool({
  title: 'QR code reader',
  summary: 'Read the QR code in an image',
  keywords: 'scan decode',
  isolated: true,
  input: { image: input.file('Image', exampleQr, imageKinds) },
  output: { text: output.text('Text') },
  sample: { text: 'https://example.com' },
  run: async ({ image }) => {
    const { picture } = await openImage(image);
    const { data, info } = await picture
      .resize(1200, 1200, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { default: jsqr } = await import('jsqr');
    const found = jsqr.default(new Uint8ClampedArray(data), info.width, info.height);
    if (!found) throw invalid('image', 'There is no QR code in this image, or it cannot be made out');
    return { text: found.data };
  },
});
