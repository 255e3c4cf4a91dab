import { randomBytes } from 'node:crypto';
import { minutes } from '../../kernel/time.ts';

/** How long an identity assertion is valid, and how long a claim may take, in milliseconds. */
export const assertionLasts = minutes(30);
export const claimLasts = minutes(30);

/** An agent that registered. */
export interface Registration {
  id: string;
  /** Its name in the agent card and in assertions. */
  publicId: string;
  name: string;
  /** The account it acts for; null: nobody has claimed it. */
  accountId: string | null;
}

/** An identifier that tells nothing: `reg_` and 128 random bits. */
export const newPublicId = (prefix: string) => `${prefix}_${randomBytes(16).toString('base64url')}`;
