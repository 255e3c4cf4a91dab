import type { App } from '../../platform/app.ts';
import { checkCode, consumeCode } from '../codes/check-code.ts';

/** Confirms an account's email address with the mailed code. Does nothing if it is already confirmed. */
export async function activate(app: App, accountId: string, code: string): Promise<void> {
  if (await isActivated(app, accountId)) return;
  await checkCode(app, { accountId, purpose: 'activation', code, field: 'code' });
  await consumeCode(app, accountId, 'activation');
  await app.db
    .updateTable('identity.account')
    .set({ activated_at: app.clock.now() })
    .where('id', '=', accountId)
    .execute();
}

export async function isActivated({ db }: Pick<App, 'db'>, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity.account')
    .select('activated_at')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return Boolean(row?.activated_at);
}
