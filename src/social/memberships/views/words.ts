import { msg, t } from '../../../kernel/translation/translate.ts';
import { dateFormat } from '../../../kernel/translation/formats.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { periodWords } from '../../posts/paywall/period-words.ts';
import { formatMoney } from '../../wallet/money/money.ts';
import { toMoney } from '../../wallet/money/to-money.ts';
import { grace, type Membership, type Terms } from '../membership.ts';

const days = dateFormat({ dateStyle: 'long' });
export const dayOf = (at: Date): string => days.format(at);

/** A price with its period, such as `$4.50 a month`. */
export const termsWords = (config: Pick<Config, 'CURRENCY'>, terms: Terms): string =>
  `${formatMoney(config, toMoney(terms.price))} ${periodWords(terms)}`;

/** The state of a subscription as a sentence for the subscriber or the seller. */
export function stateWords(member: Membership, reader: 'subscriber' | 'seller' = 'subscriber'): string {
  const { endedAt, endedReason, canceledAt, pastDueAt, periodEnd, isTrial, nextPlan } = member;
  if (endedAt) return t(endings[endedReason || 'canceled'], { day: dayOf(endedAt) });
  if (pastDueAt) {
    const day = dayOf(new Date(pastDueAt.getTime() + grace));
    return reader === 'seller'
      ? t('Payment failed. Ends on {day} unless the subscriber pays', { day })
      : t('Payment failed. Ends on {dayOf} unless you top up', { dayOf: day });
  }
  if (canceledAt) return t('Canceled. You have access until {periodEnd}', { periodEnd: dayOf(periodEnd) });
  if (nextPlan)
    return t('Changes to {title} on {periodEnd}', { title: nextPlan.title, periodEnd: dayOf(periodEnd) });
  return isTrial
    ? t('Free trial until {periodEnd}', { periodEnd: dayOf(periodEnd) })
    : t('Renews on {periodEnd}', { periodEnd: dayOf(periodEnd) });
}

const endings = {
  canceled: msg('Ended on {day}'),
  unpaid: msg('Ended without payment on {day}'),
  refunded: msg('Refunded on {day}'),
  closed: msg('Ended on {day} because an account was deleted'),
  blocked: msg('Ended on {day}'),
} as const;
