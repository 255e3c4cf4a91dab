import type { Money } from '../money/money.ts';

export type PayoutState = 'requested' | 'approved' | 'refused' | 'canceled' | 'paid';
export const payoutSources = ['earnings', 'wallet'] as const;
export type PayoutSource = (typeof payoutSources)[number];

/** A payout request. Its money is held until it is paid or rejected. */
export interface Payout {
  id: string;
  source: PayoutSource;
  amount: Money;
  /** Bank details or another destination. */
  destination: string;
  state: PayoutState;
  reason: string;
  /** Reference of the operator's payment. */
  reference: string;
  createdAt: Date;
  decidedAt: Date | null;
  /** Null if the account was deleted. */
  person: { id: string; username: string; name: string } | null;
}
