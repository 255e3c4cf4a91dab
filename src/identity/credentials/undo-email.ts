import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { changeEmail } from './change-credentials.ts';
import { endAccess, endEverything } from '../sessions/end-access.ts';
import { useMailedLink } from './mailed-links.ts';

/** Days within which the former address can undo a change. */
export const undoDays = 7;

/**
 * Restores the address that the link was mailed to. Because someone else had access, this revokes everything
 * that can act for the account: sessions, keys, grants, passkeys, the password, and a second factor set up
 * since the change. Returns the restored address, where a new password can be requested.
 */
export async function undoEmail(app: App, token: string): Promise<string> {
  return inTransaction(app, async (app) => {
    const link = await useMailedLink<{ email: string }>(app, 'email-undo', token);
    if (!link) throw new Problem('missing', t('This link has expired or was already used'));
    const { accountId, createdAt, detail } = link;
    await changeEmail(app, accountId, detail.email);
    await app.db
      .updateTable('identity.account')
      .set({ password_hash: '' })
      .where('id', '=', accountId)
      .execute();
    // Undo links of later changes would return the account to the attacker.
    await app.db
      .deleteFrom('identity.mailed_link')
      .where('account_id', '=', accountId)
      .where((row) => row.or([row('purpose', '=', 'password'), row('created_at', '>=', createdAt)]))
      .execute();
    await app.db.deleteFrom('identity.mailed_code').where('account_id', '=', accountId).execute();
    const factor = await app.db
      .deleteFrom('identity.second_factor')
      .where('account_id', '=', accountId)
      .where('confirmed_at', '>=', createdAt)
      .returning('account_id')
      .executeTakeFirst();
    if (factor)
      await app.db.deleteFrom('identity.recovery_code').where('account_id', '=', accountId).execute();
    await endAccess(app, accountId, endEverything);
    return detail.email;
  });
}
