import { type Message, msg, invalid, missing } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { seal, unseal } from '../../kernel/secrets.ts';
import { minutes } from '../../kernel/time.ts';
import { type App, verb, inTransaction } from '../../platform/app.ts';
import { mailAccount } from '../account/email.ts';
import { checkCode, consumeCode } from '../codes.ts';
import { createRecoveryCodes, newTotpSecret, sendSignInCode, totpStep } from './codes.ts';

export type FactorMethod = 'app' | 'email';

export interface Factor {
  method: FactorMethod;
  /** The app's secret in base32. Empty for email. */
  secret: string;
  lastStep: bigint;
  isConfirmed: boolean;
}

/** Time to finish a setup. */
const setupLife = minutes(15);

/** The second factor of an account, or one whose setup has begun. */
export async function findFactor(
  { db, config, clock }: Pick<App, 'db' | 'config' | 'clock'>,
  accountId: string,
): Promise<Factor | undefined> {
  const since = new Date(clock.now().getTime() - setupLife);
  const row = await db
    .selectFrom('identity.second_factor')
    .select(['method', 'secret_sealed', 'last_step', 'confirmed_at'])
    .where('account_id', '=', accountId)
    .where((row) => row.or([row('confirmed_at', 'is not', null), row('begun_at', '>', since)]))
    .executeTakeFirst();
  return (
    row && {
      method: row.method as FactorMethod,
      secret: row.secret_sealed ? unseal(config.secretKey, row.secret_sealed) : '',
      lastStep: BigInt(row.last_step),
      isConfirmed: row.confirmed_at !== null,
    }
  );
}

/** Starts setting up a second factor. It is enabled when `confirmFactor` receives a first code. */
export const beginFactor = verb(
  { name: 'second-factor.begin', who: 'member' },
  async (app, accountId: string, method: FactorMethod) => {
    const secret_sealed = method === 'app' ? seal(app.config.secretKey, newTotpSecret()) : null;
    const row = { method, secret_sealed, last_step: '0', confirmed_at: null, begun_at: app.clock.now() };
    const { numInsertedOrUpdatedRows } = await app.db
      .insertInto('identity.second_factor')
      .values({ account_id: accountId, ...row })
      // An enabled factor must be disabled first, which requires the password.
      .onConflict((conflict) =>
        conflict
          .column('account_id')
          .doUpdateSet(row)
          .where('identity.second_factor.confirmed_at', 'is', null),
      )
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) throw invalid('', msg('Turn off two-factor authentication first'));
    if (method === 'email') await sendSignInCode(app, accountId);
  },
);

/** Enables the factor with a first code. Returns the recovery codes, which are shown only once. */
export const confirmFactor = verb(
  { name: 'second-factor.confirm', who: 'member' },
  async (app, accountId: string, code: string): Promise<string[]> => {
    const factor = await findFactor(app, accountId);
    if (!factor || factor.isConfirmed) throw missing(msg('Pending two-factor setup'));
    await checkFactor(app, accountId, factor, code);
    return inTransaction(app, async (app) => {
      await app.db
        .updateTable('identity.second_factor')
        .set({ confirmed_at: app.clock.now() })
        .where('account_id', '=', accountId)
        .execute();
      await sendNotice(app, accountId, msg('Two-factor authentication was turned on'));
      return createRecoveryCodes(app, accountId);
    });
  },
);

/** Rejects a code that is not the factor's current code, or was used before. */
export async function checkFactor(
  app: App,
  accountId: string,
  { method, secret }: Factor,
  code: string,
  field = 'code',
): Promise<void> {
  if (method === 'email') {
    await checkCode(app, { accountId, purpose: 'second-factor', code, field });
    await consumeCode(app, accountId, 'second-factor');
    return;
  }
  const step = totpStep(secret, code, app.clock.now());
  if (step === undefined || !(await consumeStep(app, accountId, step)))
    throw invalid(field, msg('This code is wrong or has expired'));
}

/** Lets only one of two concurrent requests use a code. */
async function consumeStep({ db }: App, accountId: string, step: bigint): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity.second_factor')
    .set({ last_step: String(step) })
    .where('account_id', '=', accountId)
    .where('last_step', '<', String(step))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Disables the second factor. The caller has verified the password. */
export const endFactor = verb(
  { name: 'second-factor.end', who: 'member' },
  async (app, accountId: string) => {
    await inTransaction(app, async (app) => {
      await app.db.deleteFrom('identity.second_factor').where('account_id', '=', accountId).execute();
      await app.db.deleteFrom('identity.recovery_code').where('account_id', '=', accountId).execute();
      await sendNotice(app, accountId, msg('Two-factor authentication was turned off'));
    });
  },
);

const sendNotice = (app: App, accountId: string, what: Message): Promise<void> =>
  mailAccount(app, accountId, () => ({
    subject: t(what),
    text: t('{what} at {plazaUrl}.\n\nIf this was not you, reset your password at {plazaUrl}/forgot.', {
      what: t(what),
      plazaUrl: app.config.plazaUrl,
    }),
  }));
