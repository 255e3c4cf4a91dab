import type { Forward } from './decision.ts';

/** A short link as whoever follows it needs it. Addresses are fit for a header. */
export interface Link {
  id: string;
  to: string;
  status: Forward['status'];
  /** Milliseconds since 1970. */
  expiresAt: number | undefined;
  /** Where to go instead, after that. */
  expiredTo: string | undefined;
  /** Switched off by its owner. */
  isDisabled: boolean;
  /** Taken down by an operator. */
  isSuspended: boolean;
}
