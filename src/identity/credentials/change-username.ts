import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { enforce, type LimitRule } from '../../platform/limits.ts';
import { refuseBadUsername } from '../account/names.ts';
import { refuseLookalike } from '../account/refuse-lookalike.ts';
import { reserveUsername } from '../account/reserve-username.ts';

/** Limits how often a username changes, because a name that changes daily does not identify anyone. */
const changes: LimitRule = { name: 'username:account', calls: 3, within: days(30), durable: true };

/**
 * Changes the username. Links with the old username stop working, but mentions in texts still lead to the
 * account. Nobody else can take the old username for a while.
 */
export async function changeUsername(app: App, accountId: string, given: string): Promise<void> {
  const username = given.trim();
  refuseBadUsername(username);
  const { username: present } = await app.db
    .selectFrom('identity.account')
    .select('username')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (present === username) return;
  await refuseLookalike(app, { text: username, field: 'username' }, accountId);
  enforce(await app.limits.consume(changes, accountId));
  await inTransaction(app, async (app) => {
    await reserveUsername(app, accountId);
    await app.db.updateTable('identity.account').set({ username }).where('id', '=', accountId).execute();
  }).catch((error: unknown) => {
    if (isDuplicate(error, 'account_username_key'))
      throw new Problem('conflict', t('This username is taken'), { field: 'username' });
    throw error;
  });
}
