import { timingSafeEqual } from 'node:crypto';
import { invalid } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { LimitRule } from '../../platform/limits.ts';
import { codeHash, mostTries, type CodePurpose } from './mailed-code.ts';

/** Tries at codes that there are not, or no longer. Nobody is refused for them here: each door has limits of its own. */
const noCode: LimitRule = { name: 'codes:none', calls: 1_000_000, within: minutes(5), durable: true };

export interface GivenCode {
  /** Undefined: nobody is known by what was given; the refusal and the work for it are the same. */
  accountId: string | undefined;
  purpose: CodePurpose;
  code: string;
  /** What the form or the API calls it. */
  field: string;
}

/**
 * Refuses a code that is wrong, too old or tried too often. A try is counted before the code is looked at, and apart
 * from any transaction that the refusal would undo, so many tries at once are no more than five. Returns its detail.
 */
export async function checkCode(
  { db, clock, config, limits }: Pick<App, 'db' | 'clock' | 'config' | 'limits'>,
  { accountId = '0', purpose, code, field }: GivenCode,
): Promise<string> {
  const kept = await db
    .updateTable('identity.mailed_code')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', clock.now())
    .where('tries', '<', mostTries)
    .returning(['code_hash', 'detail'])
    .executeTakeFirst();
  // Counting a try is a write, which takes longer than finding nothing to count at: so there is one here too.
  if (!kept) await limits.consume(noCode, accountId);
  const given = codeHash(config, accountId, code.trim());
  if (!kept || !timingSafeEqual(kept.code_hash, given))
    throw invalid(field, 'The code is wrong or has ended');
  return kept.detail;
}

/** A code works once. False: somebody else spent it in the meantime. */
export async function spendCode(
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
