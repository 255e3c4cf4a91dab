import { attributes, html, type Html } from '../html.ts';
import { icon } from './icon.ts';

interface Picture {
  src: string;
  alt: string;
  /** In pixels. Prevents layout shifts while the picture loads. */
  width: number;
  height: number;
  /** Link target, such as the full-size picture. */
  href?: string;
}

/** One to four pictures in a frame. If there are more, the fourth shows how many remain. */
export function pictures(all: readonly Picture[]): Html | false {
  if (all.length === 0) return false;
  const more = all.length - 4;
  return html`<div class="pictures" data-count="${Math.min(all.length, 4)}">
    ${all.slice(0, 4).map((picture, index) => {
      const image = html`<img
        ${attributes({
          src: picture.src,
          alt: picture.alt,
          width: picture.width,
          height: picture.height,
          loading: 'lazy',
          decoding: 'async',
        })}
      />`;
      const rest = index === 3 && more > 0 && html`<span class="pictures-more">+${more}</span>`;
      return html`<a href="${picture.href ?? picture.src}">${image}${rest}</a>`;
    })}
  </div>`;
}

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
