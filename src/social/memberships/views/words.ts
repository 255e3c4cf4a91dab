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
  if (endedAt) return `${endings[endedBecause || 'canceled']} on ${dayOf(endedAt)}`;
  if (pastDueAt)
    return `Payment failed. It ends on ${dayOf(new Date(pastDueAt.getTime() + grace))} unless you top up`;
  if (canceledAt) return `Canceled. You have access until ${dayOf(periodEnd)}`;
  if (nextPlan) return `Changes to ${nextPlan.title} on ${dayOf(periodEnd)}`;
  return isTrial ? `Free trial until ${dayOf(periodEnd)}` : `Renews on ${dayOf(periodEnd)}`;
}

const endings = {
  canceled: 'Ended',
  unpaid: 'Ended without payment',
  refunded: 'Refunded',
  closed: 'Ended because the seller or you left',
  blocked: 'Ended',
} as const;
