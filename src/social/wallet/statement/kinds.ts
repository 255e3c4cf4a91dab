import { t } from '../../../kernel/translation/translate.ts';
/** What statements call kinds of transfers, where their own words do not say it. */
const names = (): Readonly<Record<string, string>> => ({
  top_up: 'Top-up',
  top_up_refund: t('Top-up refunded'),
  dispute: t('Top-up disputed'),
  forfeited: t('Given up'),
  refund_failed: t('Refund failed'),
  dispute_won: t('Dispute won'),
  payout_held: t('Payout requested'),
  payout_returned: t('Payout returned'),
  earnings_moved: t('Moved from earnings'),
  paid_call: t('Paid API call'),
  message: t('First message'),
  membership: t('Subscription'),
  unlock: t('Unlocked post'),
  content_share: t('Share of sold content'),
  refund_covered: t('Refunds covered'),
});

/** `subscription_renewal` is “Subscription renewal”. */
export function nameOfKind(kind: string): string {
  const words = kind.replaceAll('_', ' ');
  return names()[kind] ?? words.slice(0, 1).toUpperCase() + words.slice(1);
}
