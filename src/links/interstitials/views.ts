import { formatList, t } from '../../web/translation/translate.ts';
import { brandSymbol } from '../../web/components/brand.ts';
import { button, copyButton, icon } from '../../web/components/controls.ts';
import { html, type Html, nothing, type View } from '../../web/html.ts';
import {
  continueLink,
  destinationFrame,
  hopIllustration,
  noindexHead,
  refreshHead,
} from '../custom-pages/components.ts';
import { nameOfDestination } from '../custom-pages/input.ts';
import { hop } from '../product.ts';
import type { FollowedLink } from '../redirect/followed.ts';
import { pixelData, type PixelPart } from './pixels.ts';

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
        ${brandSymbol(hop().brand)}
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
      <main id="main">${destinationFrame(followed, title)}</main>
      ${below}
    </div>`,
  };
}

/** The page that fires the pixels, or asks for consent first. */
export function pixelsView(followed: FollowedLink, part: PixelPart, sealed: string): View {
  const { to } = followed;
  const isAsked = part.consent === 'ask';
  return {
    shape: 'bare',
    title: t('Redirecting to {to}', { to: nameOfDestination(to) }),
    policy: { sources: part.sources },
    // The prompt is a plain form that needs no scripts.
    scripts: isAsked ? [] : part.scripts,
    head: html`${noindexHead} ${refreshHead(to, part.isAllowed ? 1 : 0)}`,
    body: html`<div class="way">
      <main class="way-center" id="main">
        ${isAsked ? question(followed, part, sealed) : passing(followed, part, sealed)}
      </main>
    </div>`,
  };
}

/** Redirects immediately, with a link as a fallback. */
export const redirectView = (to: string): View => ({
  shape: 'bare',
  title: t('Redirecting to {to}', { to: nameOfDestination(to) }),
  head: html`${noindexHead}<meta http-equiv="refresh" content="0;url=${to}" />`,
  body: html`<div class="way">
    <main class="way-center" id="main">
      ${hopIllustration}
      <h1>Redirecting to ${nameOfDestination(to)}</h1>
      ${continueLink(to, t('Continue'), 'quiet')}
    </main>
  </div>`,
});

function question({ to }: FollowedLink, part: PixelPart, sealed: string): Html {
  return html`<h1>Before you continue to ${nameOfDestination(to)}</h1>
    <p class="lead">
      The owner of this link would like to notify these services of your visit. You will be redirected either
      way.
    </p>
    <ul class="way-names" aria-label="Services">
      ${part.recipients.map((name) => html`<li>${name}</li>`)}
    </ul>
    <form class="way-choices" action="${consentAddress}" method="post">
      <input type="hidden" name="page" value="${sealed}" />
      ${button({ label: t('Allow and continue'), name: 'choice', value: 'yes' })}
      ${button({ label: t('Continue without notifying'), name: 'choice', value: 'no' })}
    </form>
    <p class="way-note">
      Your choice is remembered in this browser for six months, for links of the same
      owner.${privacyLink(part)}
    </p>`;
}

function passing(followed: FollowedLink, part: PixelPart, sealed: string): Html {
  const { to } = followed;
  const isNotice = part.consent === 'notice';
  return html`${hopIllustration}
    <h1>Redirecting to ${nameOfDestination(to)}</h1>
    ${
      isNotice &&
      html`<p class="lead">
        The owner of this link is about to notify ${formatList(part.recipients)} of your visit before you are
        redirected.${privacyLink(part)}
      </p>`
    }
    <div class="way-choices">
      ${continueLink(to, t('Continue'), 'quiet')}
      ${
        isNotice &&
        html`<form action="${consentAddress}" method="post">
          <input type="hidden" name="page" value="${sealed}" />
          ${button({ label: t('Continue without notifying'), name: 'choice', value: 'no' })}
        </form>`
      }
    </div>
    ${pixelData(followed, part, 'on')}`;
}

const consentAddress = '/pixels/consent';

const privacyLink = ({ privacyAddress }: Pick<PixelPart, 'privacyAddress'>): Html | false =>
  privacyAddress !== null &&
  html` <a href="${privacyAddress}" target="_blank" rel="noopener nofollow">Action</a>`;

/** The consent prompt or notice below an existing page. */
export function consentBar(part: PixelPart, sealed: string): Html {
  if (part.consent !== 'ask' && part.consent !== 'notice') return nothing;
  const names = formatList(part.recipients);
  const isAsked = part.consent === 'ask';
  return html`<section class="consent-bar" aria-label="Your privacy">
    <p>
      ${
        isAsked
          ? html`Allow the owner of this link to notify ${names} of your visit?`
          : html`The owner of this link notifies ${names} of your visit.`
      }${privacyLink(part)}
    </p>
    <form action="${consentAddress}" method="post">
      <input type="hidden" name="page" value="${sealed}" />
      ${isAsked && button({ label: t('Allow'), kind: 'quiet', name: 'choice', value: 'yes' })}
      ${button({ label: isAsked ? t('Don’t allow') : t('Don’t notify'), kind: 'quiet', name: 'choice', value: 'no' })}
    </form>
  </section>`;
}
