import { createHmac, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { minutes } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, verb } from '../../platform/app.ts';
import { enforce, type LimitRule } from '../../platform/limits.ts';
import { sendMail } from '../../platform/mail.ts';
import type { Config } from '../../platform/settings/config.ts';
import { createCode } from '../codes.ts';

const period = 30;

/** Generates a secret for authenticator apps, in base32. */
export const newTotpSecret = () => new Secret({ size: 20 }).base32;

/** The content of the setup QR code: the secret and the account's label. */
export const setupAddress = (secret: string, issuer: string, account: string) =>
  new TOTP({ issuer, label: account, secret, period }).toString();

/**
 * The time step that a code belongs to, if it is the current step or one before or after. Undefined
 * otherwise.
 */
export function totpStep(secret: string, code: string, now: Date): bigint | undefined {
  const timestamp = now.getTime();
  const delta = new TOTP({ secret, period }).validate({
    token: code.replace(/\s/g, ''),
    timestamp,
    window: 1,
  });
  return delta === null ? undefined : BigInt(Math.floor(timestamp / 1000 / period) + delta);
}

/** The code at a point in time. For tests. */
export const codeAt = (secret: string, now: Date) =>
  new TOTP({ secret, period }).generate({ timestamp: now.getTime() });

const howMany = 10;

const hashOf = ({ secretKey }: Pick<Config, 'secretKey'>, accountId: string, code: string) =>
  createHmac('sha256', secretKey).update(`recovery code ${accountId} ${code}`).digest();

const tidy = (code: string) => code.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Creates new recovery codes (`abcde-fghij`), replacing all earlier ones. They are shown only once. */
export const createRecoveryCodes = verb(
  { name: 'second-factor.create-codes', who: 'member' },
  async ({ db, config }, accountId: string): Promise<string[]> => {
    const codes = Array.from({ length: howMany }, newRecoveryCode);
    await db.deleteFrom('identity.recovery_code').where('account_id', '=', accountId).execute();
    await db
      .insertInto('identity.recovery_code')
      .values(
        codes.map((code) => ({ account_id: accountId, code_hash: hashOf(config, accountId, tidy(code)) })),
      )
      .execute();
    return codes;
  },
);

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

const perAccount: LimitRule = { name: 'second-factor:mail', calls: 10, within: minutes(30) };

/** Mails the sign-in code. */
export async function sendSignInCode(app: App, accountId: string): Promise<void> {
  enforce(await app.limits.consume(perAccount, accountId));
  const { email, first_name } = await app.db
    .selectFrom('identity.account')
    .select(['email', 'first_name'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const code = await createCode(app, accountId, 'second-factor');
  await sendMail(app, {
    to: email,
    subject: t('{code} is your sign-in code', { code }),
    text: t(
      'Hello {first_name},\n\nYour sign-in code for {plazaUrl}: {code}\n\nIt expires in ten minutes. If this was not you, someone knows your password. Change it at {plazaUrl}/forgot',
      { first_name, plazaUrl: app.config.plazaUrl, code },
    ),
  });
}
