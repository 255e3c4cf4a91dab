import { loadSharp } from '../../../platform/sharp.ts';

/** What a camera that knows nothing of us reads in a picture; nothing where it finds no code. */
export async function readPicture(picture: Buffer): Promise<string | undefined> {
  const [{ default: jsqr }, sharp] = await Promise.all([import('jsqr'), loadSharp()]);
  const { data, info } = await sharp(picture, { limitInputPixels: 16_000_000 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  const found = jsqr.default(pixels, info.width, info.height, { inversionAttempts: 'dontInvert' });
  return found?.data;
}
