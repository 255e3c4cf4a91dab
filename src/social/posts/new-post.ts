import { invalid } from '../../kernel/problem.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import type { PictureSource } from '../../platform/pictures.ts';
import type { Privacy } from './post.ts';
import { cleanText, isBlank } from './text/clean-text.ts';

export const mostPhotos = 10;
export const longestAlt = 1500;

export interface NewPhoto {
  body: PictureSource;
  /** What the picture shows. */
  alt: string;
}

export interface NewPost {
  text: string;
  privacy: Privacy;
  photos: readonly NewPhoto[];
}

/** What was typed as it will be kept. Throws a `Problem` at the field at fault. */
export function checkPost({ text, privacy, photos }: NewPost): NewPost {
  const clean = cleanText(text);
  if (photos.length > mostPhotos) throw invalid('photos', `A post has room for ${mostPhotos} pictures`);
  if (isBlank(clean) && photos.length === 0) throw invalid('text', 'Write something, or add a picture');
  return {
    text: isBlank(clean) ? '' : clean,
    privacy,
    photos: photos.map(({ body, alt }) => ({ body, alt: cleanAlt(alt) })),
  };
}

export const cleanAlt = (typed: string) => cleanText(typed, 'alt', longestAlt).replaceAll('\n', ' ');

/** Uploaded pictures with what they show, in the order in which both were sent. */
export function toPhotos(files: readonly Upload[], alt: string | string[] = []): NewPhoto[] {
  const alts = typeof alt === 'string' ? [alt] : alt;
  return files.map((upload, index) => ({ body: upload.file ?? upload.body, alt: alts[index] ?? '' }));
}
