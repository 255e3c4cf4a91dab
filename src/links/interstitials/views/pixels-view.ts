import { t } from '../../../kernel/translation/translate.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { button } from '../../../web/components/button.ts';
import { providers } from '../../pixels/providers.ts';
import type { FollowedLink } from '../../redirect/followed.ts';
import { nameOfDestination } from '../../custom-pages/input.ts';
import { pixelData, type PixelPart } from '../pixel-part.ts';
import { consentAddress, namesOf, privacyLink } from './consent.ts';
import {
  hopIllustration,
  continueLink,
  refreshHead,
  noindexHead,
} from '../../custom-pages/components.ts';

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
      ${part.providers.map((key) => html`<li>${providers[key].name}</li>`)}
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
        The owner of this link is about to notify ${namesOf(part.providers)} of your visit before you are
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
