import { t } from '../../../kernel/translation/translate.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { badge } from '../../../web/components/badge.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import type { Plan } from '../../monetization/plan.ts';
import type { Membership } from '../membership.ts';
import { stateWords, termsWords } from './words.ts';

interface OfferOptions {
  config: Pick<Config, 'CURRENCY'>;
  seller: { name: string; href: string; isOwn: boolean };
  plans: readonly Plan[];
  /** The viewer's subscription to the seller, if any. */
  membership: Membership | undefined;
}

/** The plans of a seller with prices and links to subscribe. */
export function offerView({ config, seller, plans, membership }: OfferOptions): View {
  const title = t('Subscribe to {name}', { name: seller.name });
  return {
    title,
    section: 'people',
    body: html`${pageHeader({
      title,
      lead: html`<a href="${seller.href}">${seller.name}</a
        >${membership && html`: ${stateWords(membership)}.`}`,
    })}
    ${
      plans.length === 0
        ? card({
            body: emptyState({
              illustration: 'quiet',
              title: t('No plans'),
              text: t('No plans are offered at the moment.'),
            }),
          })
        : plans.map((plan) => planCard(config, plan, seller.isOwn, membership))
    }`,
  };
}

function planCard(
  config: OfferOptions['config'],
  plan: Plan,
  isOwn: boolean,
  membership: Membership | undefined,
): Html {
  const isTheirs = membership?.plan.id === plan.id;
  return card({
    title: plan.title,
    lead: html`${termsWords(config, plan)}${plan.trialDays > 0 && t(', after {trialDays} free days', { trialDays: plan.trialDays })}`,
    actions: isTheirs
      ? badge(t('Your plan'), 'accent', 'check')
      : !isOwn &&
        linkButton({
          label: membership ? t('Change to this plan') : t('Subscribe'),
          href: `/subscribe/${plan.id}`,
          kind: membership ? 'quiet' : 'primary',
          data: {
            'aria-label': membership
              ? t('Change to this plan: {title}', { title: plan.title })
              : t('Subscribe: {title}', { title: plan.title }),
          },
        }),
    body: html`${plan.description
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => html`<p dir="auto">${line}</p>`)}`,
  });
}
