import type { App } from '../../../platform/app.ts';
import { loadSharp } from '../../../platform/files/sharp.ts';

const pixels = 24;

/**
 * Draws a picture with so few pixels that only its colors remain, as a data: URL. Empty if there is no
 * picture. Call it before the transaction, because it reads the file.
 */
export async function drawBlur(
  { files, log }: Pick<App, 'files' | 'log'>,
  path: string | undefined,
): Promise<string> {
  if (!path?.endsWith('.webp')) return '';
  const file = await files.read(path.replace(/\.webp$/, '-small.webp'));
  if (!file) return '';
  try {
    const sharp = await loadSharp();
    const small = await sharp(Buffer.concat(await file.stream.toArray()))
      .resize({ width: pixels, height: pixels, fit: 'inside' })
      .blur(1.5)
      .webp({ quality: 40 })
      .toBuffer();
    return `data:image/webp;base64,${small.toString('base64')}`;
  } catch (error) {
    // The blurred picture is optional.
    log.warn({ err: error }, 'a blurred picture could not be drawn');
    return '';
  }
}
