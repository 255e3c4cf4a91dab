import type { Money } from '../money/money.ts';
import type { ProviderName } from '../ledger/accounts.ts';

export type TopUpState = 'pending' | 'completed' | 'refused' | 'refunded' | 'disputed' | 'expired';

/** A top-up of a wallet. */
export interface TopUp {
  id: string;
  provider: ProviderName;
  amount: Money;
  /** The total amount refunded. */
  returned: Money;
  state: TopUpState;
  reference: string;
  reason: string;
  hasReceipt: boolean;
  /** The page that requested it, such as a checkout, or empty. */
  returnTo: string;
  /** URL of the card payment. */
  checkoutUrl: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  /** The owner of the wallet. Null if the account was deleted. */
  person: { id: string; username: string; name: string } | null;
}

/** Validates a return path, which must be on this site. Returns an empty string otherwise. */
export const toReturn = (path: string | undefined): string =>
  path !== undefined && /^\/(?!\/)[\w/?=&.%-]{0,300}$/.test(path) ? path : '';

/** The URL of the top-up page that returns to `path`. */
export const topUpHref = (path: string): string =>
  `/settings/wallet/top-ups?return_to=${encodeURIComponent(path)}`;
