import { formatList } from '../../../kernel/translation/formats.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { button } from '../../../web/components/button.ts';
import { html, nothing, type Html } from '../../../web/html.ts';
import { providers, type ProviderKey } from '../../pixels/providers.ts';
import type { PixelPart } from '../pixel-part.ts';

export const consentAddress = '/pixels/consent';

/** Returns a list of names such as `Facebook, Google Analytics and TikTok`. */
export const namesOf = (keys: readonly ProviderKey[]): string =>
  formatList(keys.map((key) => providers[key].name));

export const privacyLink = ({ privacyAddress }: Pick<PixelPart, 'privacyAddress'>): Html | false =>
  privacyAddress !== null &&
  html` <a href="${privacyAddress}" target="_blank" rel="noopener nofollow">Action</a>`;

/** The consent prompt or notice below an existing page. */
export function consentBar(part: PixelPart, sealed: string): Html {
  if (part.consent !== 'ask' && part.consent !== 'notice') return nothing;
  const names = namesOf(part.providers);
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
