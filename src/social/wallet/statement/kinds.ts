/** What statements call kinds of transfers, where their own words do not say it. */
const names: Readonly<Record<string, string>> = {
  top_up: 'Top-up',
  top_up_refund: 'Top-up refunded',
  dispute: 'Top-up disputed',
  forfeited: 'Given up',
  refund_failed: 'Refund failed',
  dispute_won: 'Dispute won',
  payout_held: 'Payout requested',
  payout_returned: 'Payout returned',
  earnings_moved: 'Moved from earnings',
  paid_call: 'Paid API call',
  message: 'First message',
  content_share: 'Share of sold content',
};

/** `subscription_renewal` is “Subscription renewal”. */
export function nameOfKind(kind: string): string {
  const words = kind.replaceAll('_', ' ');
  return names[kind] ?? words.slice(0, 1).toUpperCase() + words.slice(1);
}
