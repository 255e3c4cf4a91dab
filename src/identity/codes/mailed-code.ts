import { createHmac, randomInt } from 'node:crypto';
import { minutes } from '../../kernel/time.ts';
import type { Config } from '../../platform/settings/config.ts';
import { addressKey } from '../../platform/limits.ts';

/** Purposes of a mailed code. An account has at most one code for each purpose and place. */
export type CodePurpose = 'activation' | 'reset' | 'email' | 'second-factor';

/** How long a code of each purpose is valid. */
export const codeLife: Record<CodePurpose, number> = {
  activation: minutes(60),
  reset: minutes(15),
  email: minutes(60),
  'second-factor': minutes(10),
};

export const maxTries = 5;

/** Six random digits, uniformly distributed. */
export const newCode = () => String(randomInt(1_000_000)).padStart(6, '0');

/** Identifies the network address that requested a code, without storing the address. */
export const codePlace = ({ secretKey }: Pick<Config, 'secretKey'>, address: string) =>
  createHmac('sha256', secretKey)
    .update(`code place ${addressKey(address)}`)
    .digest('base64url');

export const codeHash = ({ secretKey }: Pick<Config, 'secretKey'>, accountId: string, code: string) =>
  createHmac('sha256', secretKey).update(`mailed code ${accountId} ${code}`).digest();
