import { t } from '../../../kernel/translation/translate.ts';
import { dateFormat } from '../../../kernel/translation/formats.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { periodWords } from '../../posts/paywall/period-words.ts';
import { formatMoney } from '../../wallet/money/money.ts';
import { toMoney } from '../../wallet/money/to-money.ts';
import { grace, type Membership, type Terms } from '../membership.ts';

const days = dateFormat({ dateStyle: 'long' });
export const dayOf = (at: Date): string => days.format(at);

/** Such as `$4.50 a month`. */
export const termsWords = (config: Pick<Config, 'CURRENCY'>, terms: Terms): string =>
  `${formatMoney(config, toMoney(terms.price))} ${periodWords(terms)}`;

/** How a subscription stands, in a sentence. */
export function stateWords(member: Membership): string {
  const { endedAt, endedBecause, canceledAt, pastDueAt, periodEnd, isTrial, nextPlan } = member;
  if (endedAt) return `${endings()[endedBecause || 'canceled']} on ${dayOf(endedAt)}`;
  if (pastDueAt)
    return t('Payment failed. It ends on {dayOf} unless you top up', {
      dayOf: dayOf(new Date(pastDueAt.getTime() + grace)),
    });
  if (canceledAt) return t('Canceled. You have access until {periodEnd}', { periodEnd: dayOf(periodEnd) });
  if (nextPlan)
    return t('Changes to {title} on {periodEnd}', { title: nextPlan.title, periodEnd: dayOf(periodEnd) });
  return isTrial
    ? t('Free trial until {periodEnd}', { periodEnd: dayOf(periodEnd) })
    : t('Renews on {periodEnd}', { periodEnd: dayOf(periodEnd) });
}

const endings = () =>
  ({
    canceled: t('Ended'),
    unpaid: t('Ended without payment'),
    refunded: t('Refunded'),
    closed: t('Ended because the seller or you left'),
    blocked: t('Ended'),
  }) as const;
