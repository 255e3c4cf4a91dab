import { randomBytes } from 'node:crypto';
import { minutes } from '../../kernel/time.ts';

/** Lifetime of an identity assertion and of a pending claim, in milliseconds. */
export const assertionLifetime = minutes(30);
export const claimLifetime = minutes(30);

/** A registered agent. */
export interface Registration {
  id: string;
  /** Its name in the agent card and in assertions. */
  publicId: string;
  name: string;
  /** The account it acts for, or null while unclaimed. */
  accountId: string | null;
}

/** Returns an opaque identifier: a prefix such as `reg_` and 128 random bits. */
export const newPublicId = (prefix: string) => `${prefix}_${randomBytes(16).toString('base64url')}`;
