import { stat } from 'node:fs/promises';
import { Problem, msg } from '../kernel/problem.ts';
import type { App } from './app.ts';
import { newPath } from './files/path.ts';
import { type DrawnPicture, pictureTask } from './files/draw-picture.ts';
import { runSandboxed } from './sandbox/sandbox.ts';

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

export interface PictureDrawing {
  /** The input field for the error if it is not a picture. */
  field?: string;
  /** The crop to apply. Removes animation. */
  crop?: Crop | undefined;
  /** Blurs the picture so that only colors are recognizable. */
  blur?: boolean | undefined;
}

export const largestPicture = 16 * 1024 * 1024;
/** Maximum seconds of work on a picture. */
const maxSeconds = 30;

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

export const smallPath = (path: string) => path.replace(/\.webp$/, '-small.webp');

/**
 * Draws a picture of strangers anew: detects the type from its content, and re-encodes it as WebP in two sizes, which
 * strips location, camera and hidden data.
 * @param owner the account whose turn it is where pictures queue
 */
export async function redrawPicture(
  app: Pick<App, 'config' | 'log'>,
  owner: string,
  source: PictureSource,
  kind: PictureKind,
  given: PictureDrawing | string = {},
): Promise<DrawnPicture> {
  const { field = 'file', ...drawing } = typeof given === 'string' ? { field: given } : given;
  const size = typeof source === 'string' ? (await stat(source)).size : source.length;
  if (size > largestPicture) throw new Problem('too-large', msg('Images can be up to 16 MB'), { field });
  return runSandboxed(
    app,
    pictureTask,
    { source, field, drawing, ...variants[kind] },
    { class: 'members', owner, seconds: maxSeconds, field },
  );
}

/** Draws an uploaded picture anew, and stores both sizes. */
export async function storePicture(
  app: Pick<App, 'files' | 'clock' | 'config' | 'log'>,
  owner: string,
  source: PictureSource,
  kind: PictureKind,
  given: PictureDrawing | string = {},
): Promise<Picture> {
  const drawn = await redrawPicture(app, owner, source, kind, given);
  const path = newPath(kind, 'image/webp', app.clock.now());
  await app.files.put(path, drawn.large, 'image/webp');
  try {
    await app.files.put(smallPath(path), drawn.small, 'image/webp');
  } catch (error) {
    await app.files.remove(path).catch(() => undefined);
    throw error;
  }
  const { width, height } = drawn;
  const bytes = drawn.large.length + drawn.small.length;
  return { path, width, height, small: smallPath(path), bytes };
}

/** Removes pictures that nothing uses any more, after the transaction commits. */
export const removeUnused = (
  app: Pick<App, 'files' | 'afterCommit' | 'log'>,
  ...paths: readonly string[]
): void =>
  app.afterCommit(() => {
    for (const path of paths)
      removePicture(app, path).catch((error: unknown) => {
        app.log.warn({ err: error, path }, 'an unused picture could not be deleted');
      });
  });

/** Removes both variants. Does nothing if they do not exist. */
export async function removePicture(app: Pick<App, 'files'>, path: string): Promise<void> {
  await app.files.remove(path);
  await app.files.remove(smallPath(path));
}
