import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import type { Region, Sharp } from 'sharp';
import { invalid, Problem, msg } from '../../kernel/problem.ts';
import type { Crop, Drawing, PictureSource } from '../pictures.ts';
import { sandboxTask } from '../sandbox/task.ts';
import { isHeic, TooManyPixels, withHeic, type Pixels } from './heic.ts';
import { loadSharp } from './sharp.ts';

interface Box {
  width: number;
  height: number;
}

interface PictureJob {
  source: PictureSource;
  field: string;
  large: Box;
  small: Box;
  /** Crops to a square around the point of interest, without animation. */
  square: boolean;
  drawing: Omit<Drawing, 'field'>;
}

interface DrawnPicture {
  large: Buffer;
  small: Buffer;
  /** Dimensions of the large variant in pixels. */
  width: number;
  height: number;
}

const maxPixels = 33_000_000;

const readable = ['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif'];

/** Detects the type from the content, and re-encodes the picture as WebP in two sizes. */
export const pictureTask = sandboxTask('platform.picture', () => Promise.resolve(drawPicture));

async function drawPicture(job: PictureJob): Promise<DrawnPicture> {
  const { source, field } = job;
  const type = await typeOf(source);
  const fromPhone = await isHeic(source, type);
  // AVIF in a container that is named like HEIC.
  if (!fromPhone && !readable.includes(type ?? '') && type !== 'image/heif')
    throw invalid(field, msg('Unsupported image. Use JPEG, PNG, WebP, GIF, AVIF or HEIC.'));
  try {
    if (!fromPhone) return await drawBoth(source, job);
    const file = typeof source === 'string' ? await readFile(source) : source;
    return await withHeic(file, maxPixels, (pixels) => drawBoth(pixels, job));
  } catch (cause) {
    throw cause instanceof Problem ? cause : unreadable(cause, field);
  }
}

async function typeOf(source: PictureSource): Promise<string | undefined> {
  const { fileTypeFromBuffer, fileTypeFromFile } = await import('file-type');
  const found = await (typeof source === 'string' ? fileTypeFromFile(source) : fileTypeFromBuffer(source));
  return found?.mime;
}

async function drawBoth(picture: PictureSource | Pixels, job: PictureJob): Promise<DrawnPicture> {
  const large = await draw(picture, job.large, job);
  const small = await draw(picture, job.small, job);
  const { width, height, pageHeight } = large.info;
  return { large: large.data, small: small.data, width, height: pageHeight ?? height };
}

async function draw(picture: PictureSource | Pixels, box: Box, job: PictureJob) {
  let drawn = await resized(picture, box, job);
  if (typeof picture === 'object' && 'raw' in picture && picture.profile) {
    const sharp = await loadSharp();
    drawn = sharp(withProfile(await drawn.png({ compressionLevel: 0 }).toBuffer(), picture.profile));
  }
  return drawn.webp({ quality: 80, effort: 3 }).toBuffer({ resolveWithObject: true });
}

/** Adds a color profile to a PNG. The library converts from profiles, but only from those in a file. */
function withProfile(png: Buffer, profile: Uint8Array): Buffer {
  const header = 8 + 25;
  const content = Buffer.concat([Buffer.from('iCCPp\0\0', 'latin1'), deflateSync(profile)]);
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(content.length - 4);
  content.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(content), content.length + 4);
  return Buffer.concat([png.subarray(0, header), chunk, png.subarray(header)]);
}

async function resized(
  picture: PictureSource | Pixels,
  box: Box,
  { square, drawing: { crop, blur } }: PictureJob,
): Promise<Sharp> {
  const sharp = await loadSharp();
  const limits = { limitInputPixels: maxPixels, failOn: 'error' } as const;
  const whole =
    typeof picture === 'object' && 'raw' in picture
      ? sharp(picture.data, { ...limits, raw: picture.raw })
      : sharp(picture, { ...limits, animated: !square && !crop }).autoOrient();
  const part = crop ? whole.extract(toPixels(crop, (await whole.metadata()).autoOrient)) : whole;
  return (blur ? part.blur(24) : part).resize({
    ...box,
    ...(square ? { fit: 'cover', position: 'attention' } : { fit: 'inside', withoutEnlargement: true }),
  });
}

/** Clamps to at least one pixel within the picture. */
function toPixels({ left, top, width, height }: Crop, size: Box): Region {
  const within = (from: number, length: number, all: number) => {
    const start = Math.min(Math.max(0, Math.round(from * all)), all - 1);
    return [start, Math.min(Math.max(1, Math.round(length * all)), all - start)] as const;
  };
  const [x, w] = within(left, width, size.width);
  const [y, h] = within(top, height, size.height);
  return { left: x, top: y, width: w, height: h };
}

function unreadable(cause: unknown, field: string): Problem {
  const reason = cause instanceof Error ? cause.message : '';
  const message =
    cause instanceof TooManyPixels || reason.includes('pixel limit')
      ? msg('Images can have at most 33 megapixels, across all frames')
      : msg('This image file is damaged');
  return new Problem('invalid', message, { field, cause });
}
