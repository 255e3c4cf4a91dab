import { attributes, html, type Html } from '../html.ts';
import { icon } from './icon.ts';

interface Picture {
  src: string;
  alt: string;
  /** Pixels: they keep the page from jumping while the picture loads. */
  width: number;
  height: number;
  /** Where a press leads: the picture in full. */
  href?: string;
}

/** One to four pictures in one frame; of more, the fourth says how many are left. */
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

/** A video, of which only the beginning is fetched before somebody plays it. */
export function videoPlayer(options: {
  address: string;
  type: string;
  label: string;
  poster: string | null;
  /** Pixels, where they are known. */
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
    <source ${attributes({ src: address, type })} />
    <a href="${address}">${label}</a>
  </video>`;
}

/** Audio, with its name and, where it is known, its length. Nothing of it is fetched before somebody plays it. */
export function audioPlayer(options: { address: string; type: string; label: string; length: string }): Html {
  const { address, type, label, length } = options;
  return html`<figure class="audio">
    <figcaption>${label}${length !== '' && html` <span class="audio-length">${length}</span>`}</figcaption>
    <audio controls preload="none" ${attributes({ 'aria-label': label })}>
      <source ${attributes({ src: address, type })} />
      <a href="${address}">${label}</a>
    </audio>
  </figure>`;
}

/** A file to be downloaded, under the name that its author gave it. */
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

/** What a shared address leads to. */
export function linkPreview(options: {
  href: string;
  title: string;
  description?: string | null;
  image?: string | null;
  /** Where it leads, such as `example.org`. */
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
