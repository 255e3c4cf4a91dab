import { t } from '../../../kernel/translation/translate.ts';
/** Labels of transfer kinds whose names are not readable as they are. */
const names = (): Readonly<Record<string, string>> => ({
  top_up: 'Top-up',
  top_up_refund: t('Top-up refunded'),
  dispute: t('Top-up disputed'),
  forfeited: t('Forfeited'),
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

/** The label of a transfer kind: `subscription_renewal` is “Subscription renewal”. */
export function nameOfKind(kind: string): string {
  const words = kind.replaceAll('_', ' ');
  return names()[kind] ?? words.slice(0, 1).toUpperCase() + words.slice(1);
}
