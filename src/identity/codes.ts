import { sql } from 'kysely';
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { invalid, msg } from '../kernel/problem.ts';
import { minutes } from '../kernel/time.ts';
import type { App } from '../platform/app.ts';
import { addressKey, type LimitRule } from '../platform/limits.ts';
import type { Config } from '../platform/settings/config.ts';

/**
 * Counts tries for codes that do not exist or have expired. Never reached in practice: each endpoint has its
 * own rate limits.
 */
const noCode: LimitRule = { name: 'codes:none', calls: 1_000_000, within: minutes(5), durable: true };

interface GivenCode {
  /** Undefined if no account matches the input. The error and the response time are the same. */
  accountId: string | undefined;
  purpose: CodePurpose;
  code: string;
  /** The field's name in the form or the API. */
  field: string;
  /** Where the code was submitted from, for codes that need no session. */
  place?: string;
}

/**
 * Checks a code and returns its detail. Rejects a code that is wrong, expired or tried too often. The try is
 * counted before the code is compared, and outside any transaction that the error would roll back, so
 * concurrent tries cannot exceed five. A try is compared with one code: the one requested from the same place
 * or, if there is none, the newest. Tries from other places have a separate counter, so they do not use up the
 * owner's tries.
 */
export async function checkCode(
  app: Pick<App, 'db' | 'clock' | 'config' | 'limits'>,
  { accountId = '0', purpose, code, field, place = '' }: GivenCode,
): Promise<string> {
  const given = codeHash(app.config, accountId, code.trim());
  const found = await countTry(app, { accountId, purpose, place });
  // Counting a try is a write, which takes longer than finding no row. This write makes both cases take
  // equally long.
  if (!found) await app.limits.consume(noCode, accountId);
  if (found && timingSafeEqual(found.code_hash, given)) return found.detail;
  throw invalid(field, msg('This code is wrong or has expired'));
}

type Tried = Pick<GivenCode, 'purpose'> & { accountId: string; place: string };

async function countTry(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { accountId, purpose, place }: Tried,
): Promise<{ code_hash: Buffer; detail: string } | undefined> {
  const isOwn = sql<boolean>`place = ${place}`;
  return db
    .updateTable('identity.mailed_code')
    .set({
      tries: sql<number>`tries + (${isOwn})::integer`,
      other_tries: sql<number>`other_tries + (not ${isOwn})::integer`,
    })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('place', '=', (query) =>
      query
        .selectFrom('identity.mailed_code as open')
        .select('open.place')
        .where('open.account_id', '=', accountId)
        .where('open.purpose', '=', purpose)
        .where('open.expires_at', '>', clock.now())
        .orderBy(sql`open.place = ${place}`, 'desc')
        .orderBy('open.expires_at', 'desc')
        .limit(1),
    )
    .where(sql<number>`case when ${isOwn} then tries else other_tries end`, '<', maxTries)
    .returning(['code_hash', 'detail'])
    .executeTakeFirst();
}

/** Whether the code is right, for callers that count tries themselves. */
export async function isCode(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  accountId: string,
  purpose: CodePurpose,
  code: string,
): Promise<boolean> {
  const stored = await db
    .selectFrom('identity.mailed_code')
    .select('code_hash')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  const given = codeHash(config, accountId, code.trim());
  return stored !== undefined && timingSafeEqual(stored.code_hash, given);
}

/** Deletes a code so that it works only once. Returns false if a concurrent request used it first. */
export async function consumeCode(
  { db }: Pick<App, 'db'>,
  accountId: string,
  purpose: CodePurpose,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identity.mailed_code')
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Creates a code, replacing an earlier one requested from the same place. The code must only be sent by
 * email.
 */
export async function createCode(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  accountId: string,
  purpose: CodePurpose,
  { detail = '', place = '' }: { detail?: string; place?: string } = {},
): Promise<string> {
  const code = newCode();
  const row = {
    code_hash: codeHash(config, accountId, code),
    detail,
    tries: 0,
    other_tries: 0,
    expires_at: new Date(clock.now().getTime() + codeLife[purpose]),
  };
  await db
    .insertInto('identity.mailed_code')
    .values({ account_id: accountId, purpose, place, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'purpose', 'place']).doUpdateSet(row))
    .execute();
  return code;
}

/** Purposes of a mailed code. An account has at most one code for each purpose and place. */
type CodePurpose = 'activation' | 'reset' | 'email' | 'second-factor';

/** How long a code of each purpose is valid. */
const codeLife: Record<CodePurpose, number> = {
  activation: minutes(60),
  reset: minutes(15),
  email: minutes(60),
  'second-factor': minutes(10),
};

const maxTries = 5;

/** Six random digits, uniformly distributed. */
const newCode = () => String(randomInt(1_000_000)).padStart(6, '0');

/** Identifies the network address that requested a code, without storing the address. */
export const codePlace = ({ secretKey }: Pick<Config, 'secretKey'>, address: string) =>
  createHmac('sha256', secretKey)
    .update(`code place ${addressKey(address)}`)
    .digest('base64url');

const codeHash = ({ secretKey }: Pick<Config, 'secretKey'>, accountId: string, code: string) =>
  createHmac('sha256', secretKey).update(`mailed code ${accountId} ${code}`).digest();
