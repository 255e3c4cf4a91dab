import { invalid, Problem } from '../../../kernel/problem.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { sandboxTask } from '../../../platform/sandbox/task.ts';
import { loadSharp } from '../../../platform/files/sharp.ts';

/** Size of the stored logo in pixels, as large as it appears in a code of 1000 pixels. */
const side = 256;

/** Re-encodes a PNG or JPEG image as a square PNG. */
export const logoTask = sandboxTask('links.logo', () => Promise.resolve(drawLogo));

async function drawLogo(source: Uint8Array): Promise<Buffer> {
  const { fileTypeFromBuffer } = await import('file-type');
  const type = await fileTypeFromBuffer(source);
  if (type?.mime !== 'image/png' && type?.mime !== 'image/jpeg')
    throw invalid('logo', t('The logo must be a PNG or JPEG image'));
  const sharp = await loadSharp();
  try {
    return await sharp(source, { limitInputPixels: 33_000_000, failOn: 'error' })
      .autoOrient()
      .resize({ width: side, height: side, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png({ palette: true, quality: 90 })
      .toBuffer();
  } catch (cause) {
    throw new Problem('invalid', t('The logo file is damaged'), { field: 'logo', cause });
  }
}
