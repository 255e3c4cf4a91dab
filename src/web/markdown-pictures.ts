import { attributes, escape } from './html.ts';

/**
 * A picture in our own file store, followed by its dimensions in pixels:
 * `/content/uploads/photos/2026/09/5f0c.webp#1200x800`.
 */
const own = /^(\/content\/uploads\/photos\/[a-z0-9/]{1,80})\.webp(?:#(\d{1,5})x(\d{1,5}))?$/;

/** Maximum width of the small variant. */
const smallWidth = 640;

/**
 * Renders a picture in a text. Only our own are embedded. Others become links, because their servers could
 * track readers. Inside a link, which cannot contain another one, they become their alternative text.
 */
export function pictureMarkup(
  { source, title, alt }: { source: string; title: string; alt: string },
  isInLink: boolean,
): string {
  const found = own.exec(source);
  if (!found) {
    const name = escape(alt.trim() || (isInLink ? 'picture' : source));
    return isInLink || source === ''
      ? name
      : `<a href="${escape(source)}" rel="nofollow ugc noopener">${name}</a>`;
  }
  const [, path = '', width, height] = found;
  const isLarge = Number(width) > smallWidth && Number(height) <= Number(width) * 4;
  return `<img ${
    attributes({
      src: `${path}.webp`,
      srcset: isLarge ? `${path}-small.webp ${smallWidth}w, ${path}.webp ${Number(width)}w` : undefined,
      sizes: isLarge ? '(max-width: 48rem) 100vw, 40rem' : undefined,
      width,
      height,
      alt,
      title: title || undefined,
      loading: 'lazy',
      decoding: 'async',
    }).text
  } />`;
}
