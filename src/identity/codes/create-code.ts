import type { App } from '../../platform/app.ts';
import { codeHash, codeLife, newCode, type CodePurpose } from './mailed-code.ts';

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
