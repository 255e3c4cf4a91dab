import type { App } from '../../platform/app.ts';
import { codeHash, codeLife, newCode, type CodePurpose } from './mailed-code.ts';

/** A new code for somebody, in place of an earlier one for the same. It is for the mail alone. */
export async function makeCode(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  accountId: string,
  purpose: CodePurpose,
  detail = '',
): Promise<string> {
  const code = newCode();
  const row = {
    code_hash: codeHash(config, accountId, code),
    detail,
    tries: 0,
    expires_at: new Date(clock.now().getTime() + codeLife[purpose]),
  };
  await db
    .insertInto('identity.mailed_code')
    .values({ account_id: accountId, purpose, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'purpose']).doUpdateSet(row))
    .execute();
  return code;
}
