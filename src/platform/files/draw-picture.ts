import { readFile, open } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import type { Region, Sharp } from 'sharp';
import { invalid, Problem, msg } from '../../kernel/problem.ts';
import type { Crop, PictureDrawing, PictureSource } from '../pictures.ts';
import { sandboxTask } from '../sandbox/task.ts';
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
  drawing: Omit<PictureDrawing, 'field'>;
}

export interface DrawnPicture {
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

/** Pixels of a picture, upright, as the image library reads them. */
interface Pixels {
  data: Buffer;
  raw: { width: number; height: number; channels: 3 | 4 };
  /** The ICC profile of their colors. Absent: sRGB. */
  profile: Uint8Array | undefined;
}

class TooManyPixels extends Error {}

/** The types of pictures and bursts that phones write. */
const heicTypes = ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'];

/**
 * Whether a file is to be decoded here. AVIF has the same container: some programs name it `mif1`, and list
 * `avif` after it.
 */
async function isHeic(source: string | Buffer, type: string | undefined): Promise<boolean> {
  if (!type || !heicTypes.includes(type)) return false;
  return !(await beginningOf(source)).includes('avif');
}

async function beginningOf(source: string | Buffer): Promise<string> {
  const length = 64;
  if (typeof source !== 'string') return source.toString('latin1', 0, length);
  const file = await open(source);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * Decodes the primary picture of a HEIC file and passes its pixels to `work`. They are valid only until it
 * ends. The container states the orientation, which the decoder applies; the one in the metadata is ignored.
 * @throws TooManyPixels before anything is decoded
 */
async function withHeic<T>(
  file: Uint8Array,
  maxPixels: number,
  work: (pixels: Pixels) => Promise<T>,
): Promise<T> {
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  const decoder = new libheif.HeifDecoder();
  const pictures = decoder.decode(file);
  try {
    const picture = pictures.find((one) => one.is_primary()) ?? pictures[0];
    if (!picture) throw new Error('The file has no readable picture');
    if (picture.get_width() * picture.get_height() > maxPixels) throw new TooManyPixels();
    const channels = picture.has_alpha_channel() ? 4 : 3;
    const { heif_chroma_interleaved_RGB: rgb, heif_chroma_interleaved_RGBA: rgba } = libheif.heif_chroma;
    const decoded = libheif.heif_js_decode_image2(
      picture.handle,
      libheif.heif_colorspace.heif_colorspace_RGB,
      channels === 4 ? rgba : rgb,
    );
    if ('code' in decoded) throw new Error(decoded.message);
    try {
      const [plane] = decoded.channels;
      if (!plane) throw new Error('The picture has no pixels');
      const { width, height } = plane;
      const raw = { width, height, channels } as const;
      return await work({ data: withoutPadding(plane, channels), raw, profile: profileOf(file) });
    } finally {
      libheif.heif_image_release(decoded.image);
    }
  } finally {
    for (const picture of pictures) picture.free();
    libheif.heif_context_free(decoder.decoder);
  }
}

/** Moves rows within the decoder's memory: a copy would take as much again. */
function withoutPadding(
  { data, stride, width, height }: { data: Uint8Array; stride: number; width: number; height: number },
  channels: number,
): Buffer {
  const row = width * channels;
  if (stride !== row) for (let y = 1; y < height; y++) data.copyWithin(y * row, y * stride, y * stride + row);
  return Buffer.from(data.buffer, data.byteOffset, row * height);
}

/** The first ICC profile among the properties. The decoder does not apply it. */
function profileOf(file: Uint8Array): Uint8Array | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const properties = bytes.indexOf('ipco');
  if (properties < 4) return undefined;
  const end = Math.min(bytes.length - 12, properties - 4 + bytes.readUInt32BE(properties - 4));
  for (let at = properties + 4; at < end;) {
    const length = bytes.readUInt32BE(at);
    const isProfile = ['colrprof', 'colrrICC'].includes(bytes.toString('latin1', at + 4, at + 12));
    if (isProfile) return bytes.subarray(at + 12, at + length);
    if (length < 8) return undefined;
    at += length;
  }
  return undefined;
}
