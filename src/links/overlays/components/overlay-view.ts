import { t } from '../../../kernel/translation/translate.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Overlay } from '../overlay.ts';
import { overlayBox, type BoxState } from '../views/overlay-box.ts';
import type { FollowedLink } from '../../redirect/followed.ts';
import { colorRule, nameOfDestination } from '../../custom-pages/input.ts';
import { continueLink, destinationFrame, noindexHead } from '../../custom-pages/components.ts';

interface OverlayPage {
  /** Whether the destination is shown in a frame. */
  isFramed: boolean;
  /** Shows a placeholder instead of the destination. */
  isPreview?: boolean;
  box: BoxState;
  /** Content below the overlay. */
  below: Html;
}

/** Shows the owner's overlay on top of the destination, or before a link to it if it cannot be framed. */
export function overlayView(
  followed: Pick<FollowedLink, 'title' | 'to'>,
  overlay: Pick<Overlay, 'kind' | 'content'>,
  { isFramed, isPreview = false, box, below }: OverlayPage,
): View {
  const { to } = followed;
  const title = followed.title || nameOfDestination(to);
  const { colors } = overlay.content;
  return {
    shape: 'bare',
    title,
    ...(colors && { css: colorRule('.box', colors) }),
    head: noindexHead,
    scripts: ['interstitials/frame.ts'],
    body: html`<main class="${isFramed ? 'covered' : 'covered alone'}" id="main">
        <h1 class="visually-hidden">${title}</h1>
        ${isPreview ? anyPage : isFramed && destinationFrame(to, title)} ${overlayBox(overlay, box)}
        ${
          !isFramed &&
          html`<div class="covered-way">
            <p>This link goes to <strong>${nameOfDestination(to)}</strong></p>
            ${continueLink(to, t('Continue'), 'quiet')}
          </div>`
        }
      </main>
      ${below}`,
  };
}

const anyPage: Html = html`<div class="any-page" aria-hidden="true">
  <i></i><i></i><i></i><i></i><i></i>
</div>`;
