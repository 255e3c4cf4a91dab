import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { getSiteSettings } from '../../platform/settings/site-settings.ts';
import { checkCode, consumeCode } from '../codes/check-code.ts';

/**
 * Confirms an account's email address with the mailed code. Returns false if the account was active before,
 * so that a repeated request succeeds. Throws a `Problem` if this service asks no one to confirm.
 */
export async function activate(app: App, accountId: string, code: string): Promise<boolean> {
  if (await isActivated(app, accountId)) {
    if ((await getSiteSettings(app)).activation) return false;
    throw new Problem('conflict', t('There is nothing to confirm. Your account is active without a code.'));
  }
  await checkCode(app, { accountId, purpose: 'activation', code, field: 'code' });
  await consumeCode(app, accountId, 'activation');
  await app.db
    .updateTable('identity.account')
    .set({ activated_at: app.clock.now() })
    .where('id', '=', accountId)
    .execute();
  return true;
}

export async function isActivated({ db }: Pick<App, 'db'>, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity.account')
    .select('activated_at')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return Boolean(row?.activated_at);
}
