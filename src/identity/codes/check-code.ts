import { t } from '../../kernel/translation/translate.ts';
import { timingSafeEqual } from 'node:crypto';
import { invalid } from '../../kernel/problem.ts';
import { minutes } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import type { LimitRule } from '../../platform/limits.ts';
import { codeHash, maxTries, type CodePurpose } from './mailed-code.ts';

/** Tries at codes that there are not, or no longer. Nobody is refused for them here: each door has limits of its own. */
const noCode: LimitRule = { name: 'codes:none', calls: 1_000_000, within: minutes(5), durable: true };

interface GivenCode {
  /** Undefined: nobody is known by what was given; the refusal and the work for it are the same. */
  accountId: string | undefined;
  purpose: CodePurpose;
  code: string;
  /** The field's name in the form or the API. */
  field: string;
  /** Where it was given, for codes that can be given without a session. */
  place?: string;
}

/**
 * Refuses a code that is wrong, expired or tried too often. A try is counted before the code is looked at, and apart from
 * any transaction that the refusal would undo, so many tries at once are no more than five. Tries from elsewhere than where
 * the code was asked for are counted apart: they leave those of its owner alone. Returns its detail.
 */
export async function checkCode(
  app: Pick<App, 'db' | 'clock' | 'config' | 'limits'>,
  { accountId = '0', purpose, code, field, place = '' }: GivenCode,
): Promise<string> {
  const given = codeHash(app.config, accountId, code.trim());
  for (const counter of ['tries', 'other_tries'] as const) {
    const found = await countTry(app, { accountId, purpose, place, counter });
    // Counting a try is a write, which takes longer than finding nothing to count at: so there is one here too.
    if (found.length === 0) await app.limits.consume(noCode, accountId);
    const right = found.find(({ code_hash }) => timingSafeEqual(code_hash, given));
    if (right) return right.detail;
  }
  throw invalid(field, t('This code is wrong or has expired'));
}

const countTry = (
  { db, clock }: Pick<App, 'db' | 'clock'>,
  {
    accountId,
    purpose,
    place,
    counter,
  }: { accountId: string; purpose: CodePurpose; place: string; counter: 'tries' | 'other_tries' },
) =>
  db
    .updateTable('identity.mailed_code')
    .set((row) => ({ [counter]: row(counter, '+', 1) }))
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('place', counter === 'tries' ? '=' : '<>', place)
    .where('expires_at', '>', clock.now())
    .where(counter, '<', maxTries)
    .returning(['code_hash', 'detail'])
    .execute();

/** Whether it is the code, for callers that count tries themselves. */
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
