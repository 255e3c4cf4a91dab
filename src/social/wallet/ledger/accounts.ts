/** A payment provider. */
export type ProviderName = 'stripe' | 'usdc' | 'bank' | 'operator';

/** The key of a ledger account. Accounts of people never have a negative balance; house accounts may. */
export type LedgerAccount =
  | { kind: 'wallet' | 'held' | 'earnings'; owner: string }
  | { kind: 'provider'; name: ProviderName }
  | { kind: 'commission' | 'payout' };

/** The spendable balance of a person. */
export const wallet = (personId: string): LedgerAccount => ({ kind: 'wallet', owner: personId });

/** Funds held until a decision, such as for a requested payout. */
export const held = (personId: string): LedgerAccount => ({ kind: 'held', owner: personId });

/** A person's earnings from sales. */
export const earnings = (personId: string): LedgerAccount => ({ kind: 'earnings', owner: personId });

/** The operator's commission, minus losses from disputes. */
export const commission: LedgerAccount = { kind: 'commission' };

/** Money collected by a provider, as a negative balance. */
export const provider = (name: ProviderName): LedgerAccount => ({ kind: 'provider', name });

/** Money paid out to people. */
export const payout: LedgerAccount = { kind: 'payout' };

/** A key for sorting and comparing accounts. */
export const keyOf = (account: LedgerAccount): string =>
  `${account.kind} ${'owner' in account ? account.owner.padStart(20, '0') : 'name' in account ? account.name : ''}`;
