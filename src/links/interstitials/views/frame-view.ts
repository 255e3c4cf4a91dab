import { t } from '../../../kernel/translation/translate.ts';
import { hop } from '../../product.ts';
import { button } from '../../../web/components/button.ts';
import { copyButton } from '../../../web/components/copy.ts';
import { icon } from '../../../web/components/icon.ts';
import { sign } from '../../../web/components/brand.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { FollowedLink } from '../../redirect/followed.ts';
import { nameOfDestination } from '../../custom-pages/input.ts';
import { destinationFrame, noindexHead } from '../../custom-pages/components.ts';

/** The destination below a bar with its name, share, copy and close buttons. */
export function frameView(followed: FollowedLink, below: Html, report: string): View {
  const { to, shortAddress } = followed;
  const name = nameOfDestination(to);
  const title = followed.title || name;
  return {
    shape: 'bare',
    title,
    head: noindexHead,
    scripts: ['interstitials/frame.ts'],
    body: html`<div class="framed">
      <header class="framed-bar">
        ${sign(hop().brand)}
        <div class="framed-title">
          <h1>${title}</h1>
          <p>${name}</p>
        </div>
        ${copyButton(shortAddress, t('Copy the short link'))}
        ${button({
          label: t('Share'),
          type: 'button',
          icon: 'share-2',
          kind: 'quiet',
          data: { 'data-share': shortAddress, hidden: true },
        })}
        <a
          class="icon-button"
          href="${report}"
          target="_top"
          title="Report this link"
          aria-label="Report this link"
          >${icon('flag')}</a
        >
        <a class="button quiet" href="${to}" rel="noopener nofollow" target="_top" title="Exit frame"
          >${icon('x')}<span>Close</span></a
        >
      </header>
      <main id="main">${destinationFrame(to, title)}</main>
      ${below}
    </div>`,
  };
}
