import type { Money } from '../money/money.ts';
import type { ProviderName } from '../ledger/accounts.ts';

export type TopUpState = 'pending' | 'completed' | 'refused' | 'refunded' | 'disputed' | 'expired';

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
  /** The page that asked for it, such as a checkout; empty: none. */
  returnTo: string;
  /** Where it is paid by card. */
  checkoutUrl: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  /** The owner of the wallet; null once erased. */
  person: { id: string; username: string; name: string } | null;
}

/** A path of this site: a top-up leads nowhere else. */
export const toReturn = (path: string | undefined): string =>
  path !== undefined && /^\/(?!\/)[\w/?=&.%-]{0,300}$/.test(path) ? path : '';

/** Where somebody tops up who is in the middle of something at `path`, and comes back to it. */
export const topUpHref = (path: string): string =>
  `/settings/wallet/top-ups?return_to=${encodeURIComponent(path)}`;
