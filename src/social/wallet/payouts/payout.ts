import type { Money } from '../money/money.ts';

export type PayoutState = 'requested' | 'approved' | 'refused' | 'canceled' | 'paid';
export const payoutSources = ['earnings', 'wallet'] as const;
export type PayoutSource = (typeof payoutSources)[number];

/** Money that somebody asked to be paid out. It is held until it is paid or refused. */
export interface Payout {
  id: string;
  source: PayoutSource;
  amount: Money;
  /** Where it is to be paid to. */
  destination: string;
  state: PayoutState;
  reason: string;
  /** Of the operator's payment. */
  reference: string;
  createdAt: Date;
  decidedAt: Date | null;
  /** Null once they were erased. */
  person: { id: string; username: string; name: string } | null;
}
