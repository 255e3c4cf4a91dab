import { loadSharp } from '../../../platform/files/sharp.ts';

/** Decodes the QR code in an image with an independent library. Returns undefined if it finds none. */
export async function getPicture(picture: Buffer): Promise<string | undefined> {
  const [{ default: jsqr }, sharp] = await Promise.all([import('jsqr'), loadSharp()]);
  const { data, info } = await sharp(picture, { limitInputPixels: 16_000_000 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  const found = jsqr.default(pixels, info.width, info.height, { inversionAttempts: 'dontInvert' });
  return found?.data;
}
