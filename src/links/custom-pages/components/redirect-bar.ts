import { t } from '../../../kernel/translation/translate.ts';
import { icon } from '../../../web/components/icon.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import { nameOfDestination } from '../destination.ts';

/** Keeps these pages out of search engines. */
export const noindexHead: Html = html`<meta name="robots" content="noindex, nofollow" />`;

/** For browsers without scripts: continues automatically. */
export const refreshHead = (to: string, seconds: number): Html =>
  html`<noscript><meta http-equiv="refresh" content="${seconds};url=${to}" /></noscript>`;

/** Shows the destination and the countdown. With 0 `seconds`, the visitor must click to continue. */
export function redirectBar({ to, seconds }: { to: string; seconds: number }): Html {
  return html`<div class="way-bar">
    <p class="way-to">
      Redirecting to <strong>${nameOfDestination(to)}</strong>${
        seconds > 0 &&
        html` <span class="way-count" data-countdown="${seconds}"
          >${t('{seconds, plural, one {in # second} other {in # seconds}}', { seconds })}</span
        >`
      }
    </p>
    <div class="way-acts">
      ${
        seconds > 0 &&
        html`<button class="button quiet needs-script" type="button" data-stay>
          <span>Stay here</span>
        </button>`
      }
      ${continueLink(to, t('Continue'))}
    </div>
  </div>`;
}

/** The link to the destination. Scripts also use its URL, so that a page has only one destination. */
export const continueLink = (to: string, label: string, kind: 'primary' | 'quiet' = 'primary'): Html =>
  html`<a class="button ${kind}" ${attributes({ href: to, rel: 'noopener nofollow' })} data-way-on
    ><span>${label}</span>${icon('arrow-right')}</a
  >`;

/** Illustration of a hop from start to destination. */
export const hopIllustration: Html = html`<svg class="way-hop" viewBox="0 0 304 96" aria-hidden="true">
  <path class="ground" d="M4 92h296" />
  <path class="arc" d="M22 88C30 -22 150 -22 158 88C164 26 236 22 246 84" />
  <circle cx="248" cy="84" r="8" />
</svg>`;
