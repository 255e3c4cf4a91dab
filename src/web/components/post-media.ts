import { attributes, html, type Html, type View } from '../html.ts';
import { t } from '../translation/translate.ts';
import { icon } from './controls.ts';
import { olderNewer } from './navigation/pagination.ts';
import { pageHeader } from './surfaces.ts';

interface Picture {
  src: string;
  alt: string;
  /** In pixels. Prevents layout shifts while the picture loads. */
  width: number;
  height: number;
  /** The page of the picture, or of what it belongs to. */
  href: string;
  /** The URL of the largest variant, which the lightbox shows. Without it, the link is followed. */
  full?: string;
}

/**
 * Pictures in one grid. `shown`: how many are seen; the last one says how many remain, which the lightbox shows
 * too.
 */
export function pictures(all: readonly Picture[], shown = all.length): Html | false {
  if (all.length === 0) return false;
  const more = all.length - shown;
  return html`<div class="pictures" data-count="${Math.min(all.length, shown)}">
    ${all.slice(0, shown).map((picture, index) => {
      const rest = index === shown - 1 && more > 0 && html`<span class="pictures-more">+${more}</span>`;
      return html`<a ${attributes({ href: picture.href, ...zoomable(picture) })}
        >${image(picture, 'lazy')}${rest}</a
      >`;
    })}
    ${all.slice(shown).map(
      (picture) =>
        html`<a
          ${attributes({
            href: picture.href,
            hidden: true,
            'data-zoom': picture.full,
            'data-size': `${picture.width}x${picture.height}`,
            'data-alt': picture.alt,
          })}
        ></a>`,
    )}
  </div>`;
}

/** A picture whose size may be unknown. */
type Shown = Pick<Picture, 'src' | 'alt'> & { width?: number | undefined; height?: number | undefined };

const image = ({ src, alt, width, height }: Shown, loading?: 'lazy') =>
  html`<img ${attributes({ src, alt, width, height, loading, decoding: 'async' })} />`;

/** Attributes of a link around a picture that opens in the lightbox. Scripts derive the usual URL from the small one. */
export const zoomable = ({
  src,
  full,
}: Pick<Picture, 'src' | 'full'>): { 'data-zoom': string | undefined } => ({
  'data-zoom': full === src.replace(/-small\.webp$/, '.webp') ? '' : full,
});

/** The page of a picture, for readers without scripts: with its alternative text, and the pictures beside it. */
export function pictureView(options: {
  title: string;
  picture: Shown;
  back: { label: string; href: string };
  newer?: string | false;
  older?: string | false;
}): View {
  const { title, picture, back, newer = false, older = false } = options;
  return {
    title,
    wide: true,
    head: html`<meta name="robots" content="noindex" />`,
    body: html`${pageHeader({ title, lead: html`<a class="link" href="${back.href}">${back.label}</a>` })}
      <figure class="picture-page">
        ${image(picture)} ${picture.alt !== '' && html`<figcaption dir="auto">${picture.alt}</figcaption>`}
      </figure>
      ${olderNewer({ newer, older, labels: [t('Previous'), t('Next')] })}`,
  };
}

/** The page of the picture of a person or a page. */
export const portraitView = (name: string, picture: string, href: string): View =>
  pictureView({
    title: t('Photo of {name}', { name }),
    picture: { src: picture, alt: t('Photo of {name}', { name }) },
    back: { label: name, href },
  });

/** Browsers skip sources of QuickTime files, although they play those with H.264. */
const playedType = (type: string) => (type === 'video/quicktime' ? 'video/mp4' : type);

/** A video. Only its beginning is loaded before it is played. */
export function videoPlayer(options: {
  address: string;
  type: string;
  label: string;
  poster: string | null;
  /** In pixels, if known. */
  width: number | null;
  height: number | null;
}): Html {
  const { address, type, label, poster, width, height } = options;
  return html`<video
    class="video"
    controls
    playsinline
    preload="metadata"
    ${attributes({ poster, width, height, 'aria-label': label })}
  >
    <source ${attributes({ src: address, type: playedType(type) })} />
    <a href="${address}">${label}</a>
  </video>`;
}

/** Audio with its name and, if known, its length. Nothing is loaded before it is played. */
export function audioPlayer(options: { address: string; type: string; label: string; length: string }): Html {
  const { address, type, label, length } = options;
  return html`<figure class="audio">
    <figcaption>${label}${length !== '' && html` <span class="audio-length">${length}</span>`}</figcaption>
    <audio controls preload="none" ${attributes({ 'aria-label': label })}>
      <source ${attributes({ src: address, type: playedType(type) })} />
      <a href="${address}">${label}</a>
    </audio>
  </figure>`;
}

/** A downloadable file under its author's file name. */
export const fileCard = (options: { address: string; name: string; facts: string }): Html =>
  html`<a
    class="file-card"
    ${attributes({ href: options.address, download: options.name, 'data-turbo': 'false', rel: 'ugc' })}
  >
    ${icon('file-text')}
    <span class="file-card-text">
      <span class="file-card-name" dir="auto">${options.name}</span>
      <span class="file-card-facts">${options.facts}</span>
    </span>
    ${icon('download')}
  </a>`;

/** A preview of a shared link. */
export function linkPreview(options: {
  href: string;
  title: string;
  description?: string | null;
  image?: string | null;
  /** The host of the link, such as `example.org`. */
  host: string;
}): Html {
  return html`<a class="link-preview" href="${options.href}" rel="nofollow ugc noopener">
    ${options.image && html`<img src="${options.image}" alt="" width="120" height="120" loading="lazy" decoding="async" />`}
    <span class="link-preview-text">
      <span class="link-preview-host">${options.host}</span>
      <span class="link-preview-title">${options.title}</span>
      ${options.description && html`<span class="link-preview-description">${options.description}</span>`}
    </span>
  </a>`;
}
