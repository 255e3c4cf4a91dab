import type { Sharp } from 'sharp';
import { invalid, Problem } from '../../kernel/problem.ts';
import { loadSharp } from '../../platform/files/sharp.ts';
import { output } from '../tool.ts';
import { cleanSvg } from './markup/clean-svg.ts';

/** Supported input formats, detected by content rather than file name. */
export const imageKinds = 'image/png,image/jpeg,image/webp,image/avif,image/gif,image/tiff,image/svg+xml';

const maxPixels = 25_000_000;

type Format = 'jpg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff' | 'ico' | 'same';

/** Opens a base64 image and applies its EXIF orientation. Works in the sandbox only. */
export async function openImage(base64: string, field = 'image'): Promise<{ picture: Sharp; bytes: number }> {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length === 0) throw invalid(field, 'Send an image');
  const sharp = await loadSharp();
  const picture = sharp(await drawable(bytes, field), { limitInputPixels: maxPixels, animated: false });
  await picture.metadata().catch(() => {
    throw invalid(field, 'This is not an image that can be read');
  });
  return { picture: picture.rotate(), bytes: bytes.length };
}

/** Returns an image of a supported format as it is, and an SVG drawing without what is costly or refers outside. */
async function drawable(bytes: Buffer, field: string): Promise<Buffer> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes);
  if (found && rasters.has(found.mime)) return bytes;
  const isText = found === undefined || found.mime === 'application/xml';
  const drawing = isText && bytes.length <= maxDrawing ? await cleanSvg(bytes.toString()) : undefined;
  if (drawing === undefined) throw invalid(field, 'This is not an image that can be read');
  return Buffer.from(drawing);
}

const rasters = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/webp',
  'image/avif',
  'image/gif',
  'image/tiff',
]);
/** Bytes of an SVG drawing. */
const maxDrawing = 1_000_000;

/** What `writeImage` returns. */
export const imageOutput = {
  image: output.file('Image'),
  width: output.integer('Width in px'),
  height: output.integer('Height in px'),
  bytes: output.integer('Bytes'),
};

/** Re-encodes an image in a format, without its metadata. */
export async function writeImage(
  base64: string,
  format: Format,
  { quality = 82, field = 'image' }: { quality?: number; field?: string },
  change: (picture: Sharp) => Sharp = (picture) => picture,
) {
  const { picture } = await openImage(base64, field);
  const { format: given } = await picture.metadata();
  const target = format === 'same' ? formatOf(given) : format;
  try {
    if (target === 'ico') {
      const ico = await toIco(base64, [16, 32, 48, 256]);
      return toAnswer(ico, { format: 'ico', width: 256, height: 256 });
    }
    const changed = change(target === 'jpg' ? picture.flatten({ background: '#fff' }) : picture);
    const { data, info } = await encode(changed, target, quality).toBuffer({ resolveWithObject: true });
    return toAnswer(data, { format: target, width: info.width, height: info.height });
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw invalid(field, 'This image cannot be processed this way');
  }
}

function encode(picture: Sharp, format: Exclude<Format, 'ico' | 'same'>, quality: number): Sharp {
  if (format === 'jpg') return picture.jpeg({ quality, mozjpeg: true });
  if (format === 'png') return picture.png({ compressionLevel: 9 });
  if (format === 'webp') return picture.webp({ quality });
  if (format === 'avif') return picture.avif({ quality: Math.round(quality * 0.75), effort: 2 });
  return format === 'gif' ? picture.gif() : picture.tiff({ quality });
}

/** Returns the output format for an input format. */
const formatOf = (given: string): Exclude<Format, 'ico' | 'same'> =>
  given === 'jpeg'
    ? 'jpg'
    : given === 'heif'
      ? 'avif'
      : given === 'svg' || !/^(?:png|webp|gif|tiff)$/.test(given)
        ? 'png'
        : (given as 'png');

const types: Readonly<Record<string, string>> = { jpg: 'image/jpeg', ico: 'image/vnd.microsoft.icon' };

const toAnswer = (
  data: Buffer,
  { format, width, height }: { format: string; width: number; height: number },
) => ({
  image: {
    name: `image.${format}`,
    type: types[format] ?? `image/${format}`,
    base64: data.toString('base64'),
  },
  width,
  height,
  bytes: data.length,
});

/** Returns an ICO file with a PNG for each size. */
export async function toIco(base64: string, sizes: readonly number[]): Promise<Buffer> {
  const pictures: Buffer[] = [];
  for (const size of sizes) {
    const { picture } = await openImage(base64);
    const background = { r: 0, g: 0, b: 0, alpha: 0 };
    pictures.push(await picture.resize(size, size, { fit: 'contain', background }).png().toBuffer());
  }
  const head = Buffer.alloc(6 + 16 * sizes.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sizes.length, 4);
  let offset = head.length;
  for (const [i, picture] of pictures.entries()) {
    const at = 6 + 16 * i;
    // 256 is written as 0.
    head.writeUInt8((sizes[i] ?? 0) % 256, at);
    head.writeUInt8((sizes[i] ?? 0) % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(picture.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += picture.length;
  }
  return Buffer.concat([head, ...pictures]);
}

/** A blue square around an orange one, 16 pixels wide. */
export const examplePng =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAMAAAAoLQ9TAAAABlBMVEX/iAAqb5d54VvpAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAFklEQVQYlWNgRAMMZAowQMFAC1DoFwBnEADBDFoz3wAAAABJRU5ErkJggg==';

/** The QR code of https://example.com. */
export const exampleQr =
  'iVBORw0KGgoAAAANSUhEUgAAAHQAAAB0AQMAAABuVIRkAAAABlBMVEX///8AAABVwtN+AAAACXBIWXMAAAsTAAALEwEAmpwYAAAAtUlEQVQ4jcXUsRGDMQiDUW2g/bf8NlBOdi5/WkgRV7zGBxgs/fskQYYbzI2EMTTYOCfiHayMIn5w5L2l2w+e+iZOmhDw1d+Jz4meeOjIsW+0McJpVk5WjgAH2yxsLPc9Y20c3FxMtLPUPO61mpv2IVjJrW/q3Jua0spKWkvHSgv3oAJtnF7kbjTPPgzMKam94PZz6tDf6K6Vdtb5jeSt3WnQ531m1hnlMw0b30L6H7/3Yej/nhfeMPMLDo0WSgAAAABJRU5ErkJggg==';

/** A document of two empty pages. */
export const examplePdf =
  'JVBERi0xLjcKJYGBgYEKCjYgMCBvYmoKPDwKL0ZpbHRlciAvRmxhdGVEZWNvZGUKL1R5cGUgL09ialN0bQovTiA1Ci9GaXJzdCAyNgovTGVuZ3RoIDIyMgo+PgpzdHJlYW0KeJylkD9rwzAUxHd9ihvbSc/yn5piNNSOl1AIIVNCBxE/giFEQZah/fZ5igmhQ6dKSEjwu+PeZSAYlIQcdYECxtQokVOOplF693Nl6I078aT0ehwmHIQhbIVJ95fSrZ8vEUZZq56K1kV39ie1SJEl+EFsgh/mIwc0/arvrdKffuhcZLx074ZMRZns+9q/in1gF/0Tvv9Hf/lbsRvjmReeqCiJ3mqiSoCqk7dAVSuntL8Tp6ApbmCZZsmrtzz5ORxlAOFsSsrD6D78t7RAqTciiK+08G+rZGMeVjeXNWXQCmVuZHN0cmVhbQplbmRvYmoKCjcgMCBvYmoKPDwKL1NpemUgOAovUm9vdCAyIDAgUgovSW5mbyAzIDAgUgovRmlsdGVyIC9GbGF0ZURlY29kZQovVHlwZSAvWFJlZgovTGVuZ3RoIDM3Ci9XIFsgMSAyIDIgXQovSW5kZXggWyAwIDggXQo+PgpzdHJlYW0KeJwVxLENACAMAzCnIGaO4/9XiurB6C6HKVNNa9pxSR4fTroCmAplbmRzdHJlYW0KZW5kb2JqCgpzdGFydHhyZWYKMzQwCiUlRU9G';
