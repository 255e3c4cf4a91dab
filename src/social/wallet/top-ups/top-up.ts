import type { Money } from '../money/money.ts';
import type { ProviderName } from '../ledger/accounts.ts';

export type TopUpState = 'pending' | 'completed' | 'refused' | 'refunded' | 'expired';

/** Money on its way into a wallet. */
export interface TopUp {
  id: string;
  provider: ProviderName;
  amount: Money;
  /** What went back to the payer, in all. */
  returned: Money;
  state: TopUpState;
  reference: string;
  reason: string;
  hasReceipt: boolean;
  /** Where it is paid by card. */
  checkoutUrl: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  /** Whose wallet it is for; null once they were erased. */
  person: { id: string; username: string; name: string } | null;
}
