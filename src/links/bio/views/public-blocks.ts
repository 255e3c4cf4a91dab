import { t } from '../../../web/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import { smallPath } from '../../../platform/pictures.ts';
import { attributes, classes, html, type Html, trusted } from '../../../web/html.ts';
import { parseVideo, playerFor } from '../block-content.ts';
import { type BioBlock, type BlockKind, type BlockOf, type SocialNetwork, socialNetworks } from '../block.ts';
import type { PublicBio } from '../public-pages.ts';
import { richText } from '../rich-text.ts';

/** Data and options for rendering a block. */
export interface RenderContext extends PublicBio {
  app: Pick<App, 'files'>;
  /** Rendered for the owner: nothing is counted and forms cannot be submitted. */
  isPreview: boolean;
  /** Id of the block whose video is playing, or whose form was submitted. */
  playing?: string | undefined;
  sent?: string | undefined;
}

const views: { [K in BlockKind]: (shown: RenderContext, block: BlockOf<K>) => Html | false } = {
  link: (shown, block) => {
    const { title, url, note, picture, highlight } = block.content;
    return linkButton(shown, block, { title, url, note, picture, highlight });
  },
  heading: (_shown, { content }) => html`<h2>${content.text}</h2>`,
  text: (_shown, { content }) => html`<div class="text">${richText(content.text)}</div>`,
  image: (shown, block) => {
    const { picture, width, height, alt, url } = block.content;
    const image = html`<img
      ${attributes({ src: shown.app.files.address(picture), width, height, alt, loading: 'lazy' })}
    />`;
    return html`<div class="picture">
      ${url ? html`<a ${attributes(linkAttributes(shown, block, url))}>${image}</a>` : image}
    </div>`;
  },
  video: videoBlock,
  social: (shown, block) =>
    html`<nav class="social" aria-label="Elsewhere">
      <ul>
        ${block.content.accounts.map(
          ({ network, url }, i) =>
            html`<li>
              <a
                ${attributes({ ...linkAttributes(shown, block, url, i), 'aria-label': socialNetworks[network].name })}
                >${networkIcon(network)}</a
              >
            </li>`,
        )}
      </ul>
    </nav>`,
  form: (shown, block) => publicForm(shown, block),
  featured: (shown, block) => {
    const found = shown.featured.get(block.content.linkId);
    // Hides a featured link that was deleted or disabled.
    if (!found) return false;
    const note = found.address.replace(/^https?:\/\//, '');
    return linkButton(shown, block, { title: found.title, url: found.address, note, picture: null });
  },
  divider: () => html`<hr />`,
};

/** Renders a block for visitors. */
export const publicBlock = (shown: RenderContext, block: BioBlock): Html | false =>
  (views[block.kind] as (shown: RenderContext, block: BioBlock) => Html | false)(shown, block);

interface Button {
  title: string;
  url: string;
  note: string;
  picture: string | null;
  highlight?: boolean;
}

const linkButton = (
  shown: RenderContext,
  block: BioBlock,
  { title, url, note, picture, highlight }: Button,
): Html =>
  html`<a
    ${attributes({ class: classes('link', highlight && 'highlight'), ...linkAttributes(shown, block, url) })}
    >${
      picture !== null &&
      html`<img
        ${attributes({ class: 'thumb', src: shown.app.files.address(smallPath(picture)), width: 44, height: 44, alt: '' })}
      />`
    }<span>${title}${note && html`<small>${note}</small>`}</span></a
  >`;

/**
 * Returns the link attributes of a block. Web links go through our click counter. Email and phone links, and
 * links in the owner's preview, do not.
 */
function linkAttributes({ bio, isPreview }: RenderContext, block: BioBlock, url: string, number?: number) {
  if (isPreview) return { href: url, rel: 'noopener', target: '_blank' };
  if (!/^https?:/.test(url)) return { href: url };
  const which = number === undefined || number === 0 ? '' : `?n=${number}`;
  return { href: `/bio/${bio.id}/to/${block.id}${which}`, rel: 'nofollow ugc noopener' };
}

/** Loads nothing from the video’s site until the visitor presses play. */
function videoBlock(shown: RenderContext, block: BlockOf<'video'>): Html | false {
  const { title, url, picture } = block.content;
  const video = parseVideo(url);
  if (!video) return false;
  if (shown.playing === block.id) return playing(url, title);
  const where = { youtube: t('Plays from YouTube'), vimeo: t('Plays from Vimeo'), file: t('Play video') }[
    video.at
  ];
  const href = shown.isPreview ? url : `/bio/${shown.bio.id}/to/${block.id}#b${block.id}`;
  return html`<a ${attributes({ class: 'video', href, target: shown.isPreview ? '_blank' : undefined })}
    >${picture !== null && html`<img ${attributes({ src: shown.app.files.address(smallPath(picture)), alt: '', loading: 'lazy' })} />`}
    <span>${title}<small>${where}</small></span>
    <svg class="play" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 2v20l18-10z" /></svg
  ></a>`;
}

function playing(url: string, title: string): Html {
  const video = parseVideo(url);
  const player = video && playerFor(video);
  if (!player)
    return html`<div class="video">
      <video
        ${attributes({ src: url, controls: true, autoplay: true, playsinline: true, 'aria-label': title })}
      ></video>
    </div>`;
  return html`<div class="video">
    <iframe
      ${attributes({
        src: player.address,
        title,
        allow: 'autoplay; fullscreen; picture-in-picture; encrypted-media',
        allowfullscreen: true,
        referrerpolicy: 'strict-origin-when-cross-origin',
      })}
    ></iframe>
  </div>`;
}

const networkIcon = (network: SocialNetwork): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d="${trusted(socialNetworks[network].path)}" />
  </svg>`;

/** Default texts. */
export const defaultTexts = () =>
  ({
    newsletter: { button: t('Subscribe'), thanks: t('Thank you for subscribing.') },
    contact: { button: t('Send'), thanks: t('Thank you for your message.') },
  }) as const;

/** Renders a form, or its thank-you text after submission. */
function publicForm({ bio, isPreview, sent }: RenderContext, block: BlockOf<'form'>): Html {
  const { purpose, title, note, button, thanks } = block.content;
  if (sent === block.id)
    return html`<section class="card" role="status">
      <h2>${title}</h2>
      <p>${thanks || defaultTexts()[purpose].thanks}</p>
    </section>`;
  const field = (name: string, label: string, more: Record<string, string | number | boolean>) =>
    html`<label for="b${block.id}-${name}">${label}</label
      ><input ${attributes({ id: `b${block.id}-${name}`, name, ...more })} />`;
  return html`<form class="card" ${attributes({ action: `/bio/${bio.id}/form/${block.id}`, method: 'post' })}>
    <h2>${title}</h2>
    ${note && html`<p>${note}</p>`}
    ${purpose === 'contact' && field('name', t('Your name'), { type: 'text', autocomplete: 'name', maxlength: 100 })}
    ${field('email', t('Your email'), { type: 'email', autocomplete: 'email', required: true, maxlength: 254 })}
    ${
      purpose === 'contact' &&
      html`<label for="b${block.id}-message">Message</label>
        <textarea
          ${attributes({ id: `b${block.id}-message`, name: 'message', required: true, maxlength: 5000, rows: 4 })}
        ></textarea>`
    }
    <div class="trap" aria-hidden="true">
      <input type="text" name="website" tabindex="-1" autocomplete="off" aria-label="Leave this empty" />
    </div>
    <button ${attributes({ type: 'submit', disabled: isPreview })}>
      ${button || defaultTexts()[purpose].button}
    </button>
  </form>`;
}
