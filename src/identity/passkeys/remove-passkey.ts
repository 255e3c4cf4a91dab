import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { mailPasskeyChange } from './mail-passkey-change.ts';

/** Removes a passkey. The caller has verified the password. */
export async function removePasskey(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<void> {
  await inTransaction(app, async (app) => {
    const gone = await app.db
      .deleteFrom('identity.passkey')
      .where('id', '=', id)
      .where('account_id', '=', viewer.id)
      .returning('name')
      .executeTakeFirst();
    if (!gone) throw missing(t('Passkey'));
    await mailPasskeyChange(app, viewer.id, t('The passkey “{name}” was removed', { name: gone.name }));
  });
}
