import { t } from '../../../kernel/translation/translate.ts';
import { invalid } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Viewer } from '../../../platform/http/caller.ts';

/**
 * Stores an app's OneSignal ID until its session ends. A device belongs to the account that signed in last,
 * and has one ID at a time.
 */
export async function savePushDevice(
  app: App,
  viewer: Viewer,
  sessionId: string | undefined,
  playerId: string,
): Promise<void> {
  if (!/^[A-Za-z0-9_-]{8,100}$/.test(playerId))
    throw invalid('onesignal_id', t('onesignal_id must contain only letters, digits and dashes'));
  const row = {
    onesignal_id: playerId,
    account_id: viewer.id,
    session_id: sessionId ?? null,
    updated_at: app.clock.now(),
  };
  await inTransaction(app, async (app) => {
    if (sessionId !== undefined)
      await app.db
        .deleteFrom('social.push_device')
        .where('session_id', '=', sessionId)
        .where('onesignal_id', '<>', playerId)
        .execute();
    await app.db
      .insertInto('social.push_device')
      .values(row)
      .onConflict((conflict) => conflict.column('onesignal_id').doUpdateSet(row))
      .execute();
  });
}
