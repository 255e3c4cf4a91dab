import { t } from '../../../web/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import { linkButton } from '../../../web/components/controls.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { jsonLd, openGraph } from '../../../web/components/open-graph.ts';
import { pageHeader } from '../../../web/components/surfaces.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html, trusted, type View } from '../../../web/html.ts';
import { shortAddress } from '../../link/link.ts';
import type { Bio } from '../bio.ts';
import { parseVideo, playerFor } from '../block-content.ts';
import { type BioBlock, type BlockOf, isShown } from '../block.ts';
import { resolveDesign } from '../design.ts';
import type { PublicBio } from '../public-pages.ts';
import { styleSheet } from '../style-sheet.ts';
import { defaultTexts, publicBlock, type RenderContext } from './public-blocks.ts';

export interface ShownAs {
  now: Date;
  isPreview?: boolean;
  playing?: string | undefined;
  sent?: string | undefined;
}

/** An HTML document and its content security policy. */
export interface PublicPage {
  text: string;
  policy: string;
}

type Needs = Pick<App, 'config' | 'files'>;

/** Renders a bio page as a single HTML document with inline styles and no scripts. */
export function publicPage(app: Needs, found: PublicBio, as: ShownAs): PublicPage {
  const { bio } = found;
  const design = resolveDesign(bio.design);
  const { css, source } = styleSheet(design);
  const { now, isPreview = false, playing, sent } = as;
  const shown: RenderContext = { ...found, app, isPreview, playing, sent };
  const blocks = found.blocks.filter((block) => isShown(block, now));
  const text = html`<!doctype html>
    <html lang="en" data-buttons="${design.buttonStyle}">
      <head>
        ${head(app, found, as)} ${trusted(`<style>${css}</style>`)}
      </head>
      <body>
        <main>
          ${header(app, found)} ${blocks.map((block) => withAnchor(block, publicBlock(shown, block)))}
        </main>
        <footer>${footer(app, found)}</footer>
      </body>
    </html>`.text;
  return { text, policy: policyOf(app, source, blocks, as) };
}

/** Adds an anchor to videos and forms, because their responses redirect to it. */
const withAnchor = (block: BioBlock, view: Html | false): Html | false =>
  view && (block.kind === 'video' || block.kind === 'form')
    ? html`<div id="b${block.id}">${view}</div>`
    : view;

function head({ config, files }: Needs, { bio }: PublicBio, { isPreview }: ShownAs): Html {
  const title = bio.previewTitle || bio.title;
  const description =
    bio.previewDescription || bio.about || t('{title}: links and more', { title: bio.title });
  const address = shortAddress(config, bio);
  const avatar = bio.avatar === null ? undefined : files.address(bio.avatar);
  const image = bio.previewImage ?? avatar;
  return html`<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <meta name="description" content="${description}" />
    ${isPreview && html`<meta name="robots" content="noindex" />`}
    <link rel="canonical" href="${address}" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    ${openGraph({
      type: 'profile',
      site: 'Hop',
      title,
      description,
      url: address,
      image: image === undefined ? undefined : { address: image, alt: bio.title },
    })}
    ${jsonLd({
      '@type': 'ProfilePage',
      url: address,
      dateCreated: bio.createdAt.toISOString(),
      dateModified: bio.updatedAt.toISOString(),
      mainEntity: {
        '@type': 'Person',
        name: bio.title,
        ...(bio.about && { description: bio.about }),
        ...(avatar !== undefined && { image: avatar }),
      },
    })}`;
}

const header = ({ files }: Needs, { bio, owner }: PublicBio): Html =>
  html`<header class="head">
    ${
      bio.avatar !== null &&
      html`<img
        ${attributes({ class: 'avatar', src: files.address(bio.avatar), width: 104, height: 104, alt: '' })}
      />`
    }
    <h1>${bio.title}${owner.isVerified && verifiedBadge}</h1>
    ${bio.about && html`<p>${bio.about}</p>`}
  </header>`;

const verifiedBadge = html` <svg class="verified" viewBox="0 0 24 24" role="img" aria-label="Verified">
  <path
    d="M3.85 8.62a4 4 0 0 1 4.78-4.77 4 4 0 0 1 6.74 0 4 4 0 0 1 4.78 4.78 4 4 0 0 1 0 6.74 4 4 0 0 1-4.77 4.78 4 4 0 0 1-6.75 0 4 4 0 0 1-4.78-4.77 4 4 0 0 1 0-6.76z"
    fill="currentColor"
  />
  <path class="verified-tick" d="m16 9-5.5 5.5L8 12" />
</svg>`;

const footer = ({ config }: Needs, { bio }: PublicBio): Html =>
  html`<a href="${config.hopUrl}">Made with Hop</a>
    <a href="${config.hopUrl}/report?link=${encodeURIComponent(shortAddress(config, bio))}" rel="nofollow"
      >Report this page</a
    >`;

/** Returns the content security policy: our own pictures, and the frame of the video that is playing. */
function policyOf(
  { config }: Needs,
  style: string,
  blocks: readonly BioBlock[],
  { isPreview, playing }: ShownAs,
): string {
  const asked = blocks.find(({ id, kind }) => id === playing && kind === 'video');
  const video = asked?.kind === 'video' ? parseVideo(asked.content.url) : undefined;
  const player = video && playerFor(video);
  return [
    "default-src 'none'",
    `style-src ${style}`,
    `img-src 'self' ${new URL(config.plazaUrl).origin}`,
    ...(player ? [`frame-src ${player.origin}`] : []),
    ...(video?.at === 'file' ? [`media-src ${new URL(video.url).origin}`] : []),
    `form-action ${isPreview ? "'none'" : "'self'"}`,
    "base-uri 'none'",
    `frame-ancestors ${isPreview ? "'self'" : "'none'"}`,
    ...(config.hopUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

/** Shows a rejected form of a public page again with its errors. */
export function formErrorView(
  bio: Bio,
  { id, content }: BlockOf<'form'>,
  address: string,
  state: FormState,
): View {
  const field = bind(state);
  const isContact = content.purpose === 'contact';
  return {
    title: content.title,
    shape: 'plain',
    body: html`${pageHeader({ title: content.title, lead: t('To {title}', { title: bio.title }) })}
      ${form({
        action: `/bio/${bio.id}/form/${id}`,
        state,
        submit: content.button || defaultTexts()[content.purpose].button,
        busyLabel: t('Sending'),
        wide: true,
        body: html`${
          isContact &&
          textField({
            ...field('name'),
            label: t('Your name'),
            required: false,
            autocomplete: 'name',
            maxlength: 100,
          })
        }
        ${textField({ ...field('email'), label: t('Your email'), required: true, type: 'email', autocomplete: 'email', maxlength: 254 })}
        ${isContact && textArea({ ...field('message'), label: t('Message'), required: true, rows: 5, maxlength: 5000 })}`,
      })}
      <p>${linkButton({ label: t('Back to the page'), href: address, kind: 'plain' })}</p>`,
  };
}
