import { msg, t } from '../kernel/translation/translate.ts';
import { availableParallelism } from 'node:os';
import { stat } from 'node:fs/promises';
import type { Region, Sharp } from 'sharp';
import { invalid, Problem } from '../kernel/problem.ts';
import { seconds } from '../kernel/time.ts';
import type { App } from './app.ts';
import { newPath } from './files/path.ts';
import { loadSharp } from './sharp.ts';
import { WorkQueue } from './work-queue.ts';

export type PictureKind = 'photos' | 'avatars' | 'covers' | 'previews';

export interface Picture {
  path: string;
  /** Dimensions of the large variant in pixels. */
  width: number;
  height: number;
  /** Path of the small variant, always `smallPath(path)`. */
  small: string;
  /** Total of both variants. */
  bytes: number;
}

/** The content of a picture, or the path of a local file. */
export type PictureSource = Buffer | string;

/** The part of a picture to show, as fractions of the displayed picture from its upper left corner. */
export interface Crop {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Drawing {
  /** The input field for the error if it is not a picture. */
  field?: string;
  /** The crop to apply. Removes animation. */
  crop?: Crop | undefined;
  /** Blurs the picture so that only colors are recognizable. */
  blur?: boolean | undefined;
}

export const largestPicture = 16 * 1024 * 1024;
const maxPixels = 33_000_000;

const readable = ['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif'];

/**
 * Maximum sizes of the variants. Avatars are cropped to a square around the point of interest and not
 * animated.
 */
const variants = {
  photos: { large: { width: 2048, height: 8192 }, small: { width: 640, height: 2560 }, square: false },
  covers: { large: { width: 2048, height: 2048 }, small: { width: 640, height: 640 }, square: false },
  previews: { large: { width: 800, height: 1600 }, small: { width: 320, height: 640 }, square: false },
  avatars: { large: { width: 400, height: 400 }, small: { width: 96, height: 96 }, square: true },
} as const;

// Uses half of the cores, so that page views are not affected.
const processing = new WorkQueue({
  concurrency: Math.max(1, Math.floor(availableParallelism() / 2)),
  maxWaiting: 100,
  // Enough for two posts with ten pictures each.
  maxWaitingPerOwner: 20,
  timeout: seconds(30),
  message: msg('Too many images are being processed. Try again shortly.'),
  retryAfter: 5,
});

/** Runs image work in its owner's turn. Never call this inside a transaction. */
const runQueued = <T>(owner: string, work: () => Promise<T>): Promise<T> => processing.run(owner, work);

export const smallPath = (path: string) => path.replace(/\.webp$/, '-small.webp');

/**
 * Processes an uploaded picture: detects the type from its content, re-encodes it as WebP in two sizes (which
 * strips location, camera and hidden data), and stores both.
 * @param owner the account whose turn in the image queue is used
 */
export async function storePicture(
  app: Pick<App, 'files' | 'clock'>,
  owner: string,
  source: PictureSource,
  kind: PictureKind,
  given: Drawing | string = {},
): Promise<Picture> {
  const { field = 'file', ...drawing } = typeof given === 'string' ? { field: given } : given;
  await refuseOthers(source, field);
  const { large, small, square } = variants[kind];
  const draw = (box: { width: number; height: number }) =>
    runQueued(owner, async () => {
      const picture = await resized(source, box, square, drawing);
      return picture.toBuffer({ resolveWithObject: true });
    }).catch((cause: unknown) => {
      throw cause instanceof Problem ? cause : unreadable(cause, field);
    });
  const first = await draw(large);
  const second = await draw(small);

  const path = newPath(kind, 'image/webp', app.clock.now());
  await app.files.put(path, first.data, 'image/webp');
  try {
    await app.files.put(smallPath(path), second.data, 'image/webp');
  } catch (error) {
    await app.files.remove(path).catch(() => undefined);
    throw error;
  }
  const { width, height, pageHeight } = first.info;
  const bytes = first.data.length + second.data.length;
  return { path, width, height: pageHeight ?? height, small: smallPath(path), bytes };
}

/** Removes both variants. Does nothing if they do not exist. */
export async function removePicture(app: Pick<App, 'files'>, path: string): Promise<void> {
  await app.files.remove(path);
  await app.files.remove(smallPath(path));
}

async function refuseOthers(source: PictureSource, field: string): Promise<void> {
  const bytes = typeof source === 'string' ? (await stat(source)).size : source.length;
  if (bytes > largestPicture) throw new Problem('too-large', t('Images can be up to 16 MB'), { field });
  const { fileTypeFromBuffer, fileTypeFromFile } = await import('file-type');
  const found = await (typeof source === 'string' ? fileTypeFromFile(source) : fileTypeFromBuffer(source));
  if (found && readable.includes(found.mime)) return;
  const isPhone = found?.mime === 'image/heic' || found?.mime === 'image/heif';
  throw invalid(
    field,
    isPhone
      ? t('HEIC images are not supported. Use JPEG instead.')
      : t('Unsupported image. Use JPEG, PNG, WebP, GIF or AVIF.'),
  );
}

async function resized(
  source: PictureSource,
  box: { width: number; height: number },
  square: boolean,
  { crop, blur }: Drawing,
): Promise<Sharp> {
  const sharp = await loadSharp();
  const animated = !square && !crop;
  const whole = sharp(source, { animated, limitInputPixels: maxPixels, failOn: 'error' }).autoOrient();
  const picture = crop ? whole.extract(toPixels(crop, (await whole.metadata()).autoOrient)) : whole;
  return (blur ? picture.blur(24) : picture)
    .resize({
      ...box,
      ...(square ? { fit: 'cover', position: 'attention' } : { fit: 'inside', withoutEnlargement: true }),
    })
    .webp({ quality: 80, effort: 3 })
    .timeout({ seconds: 30 });
}

/** Clamps to at least one pixel within the picture. */
function toPixels({ left, top, width, height }: Crop, size: { width: number; height: number }): Region {
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
  const message = reason.includes('pixel limit')
    ? t('Images can have at most 33 megapixels, across all frames')
    : /timeout/i.test(reason)
      ? t('This image takes too long to process. Use a smaller one.')
      : t('This image file is damaged');
  return new Problem('invalid', message, { field, cause });
}
