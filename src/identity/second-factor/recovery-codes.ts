import { createHmac, randomBytes } from 'node:crypto';
import type { App } from '../../platform/app.ts';
import type { Config } from '../../platform/settings/config.ts';

const howMany = 10;

const hashOf = ({ secretKey }: Pick<Config, 'secretKey'>, accountId: string, code: string) =>
  createHmac('sha256', secretKey).update(`recovery code ${accountId} ${code}`).digest();

const tidy = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Creates new recovery codes (`abcde-fghij`), replacing all earlier ones. They are shown only once. */
export async function createRecoveryCodes(
  { db, config }: Pick<App, 'db' | 'config'>,
  accountId: string,
): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newRecoveryCode);
  await db.deleteFrom('identity.recovery_code').where('account_id', '=', accountId).execute();
  await db
    .insertInto('identity.recovery_code')
    .values(
      codes.map((code) => ({ account_id: accountId, code_hash: hashOf(config, accountId, tidy(code)) })),
    )
    .execute();
  return codes;
}

/** Fifty bits of entropy, without easily confused letters and digits. */
function newRecoveryCode(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789z';
  const text = [...randomBytes(10)].map((byte) => letters[byte % 32]).join('');
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

/** Whether the code is one of the account's unused recovery codes. Marks it as used. */
export async function consumeRecoveryCode(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  accountId: string,
  code: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity.recovery_code')
    .set({ used_at: clock.now() })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashOf(config, accountId, tidy(code)))
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countRecoveryCodes({ db }: Pick<App, 'db'>, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('identity.recovery_code')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
