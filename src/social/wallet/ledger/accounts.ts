/** A provider through which money arrives. */
export type ProviderName = 'stripe' | 'usdc' | 'bank' | 'operator';

/** An account of the ledger, as it is addressed. Those of a person never go below zero; those of the house may. */
export type LedgerAccount =
  | { kind: 'wallet' | 'held' | 'earnings'; owner: string }
  | { kind: 'provider'; name: ProviderName }
  | { kind: 'commission' | 'payout' };

/** What a person can spend. */
export const wallet = (personId: string): LedgerAccount => ({ kind: 'wallet', owner: personId });

/** What is set aside until a decision, such as a payout that is asked for. */
export const held = (personId: string): LedgerAccount => ({ kind: 'held', owner: personId });

/** What a person earned by what they sell. */
export const earnings = (personId: string): LedgerAccount => ({ kind: 'earnings', owner: personId });

/** What the operator earns, and what they lose by disputes. */
export const commission: LedgerAccount = { kind: 'commission' };

/** Money that a provider collected: as far below zero as it brought in. */
export const provider = (name: ProviderName): LedgerAccount => ({ kind: 'provider', name });

/** Money that left to the people who earned it. */
export const payout: LedgerAccount = { kind: 'payout' };

/** A name for sorting and comparing. */
export const keyOf = (account: LedgerAccount): string =>
  `${account.kind} ${'owner' in account ? account.owner.padStart(20, '0') : 'name' in account ? account.name : ''}`;
