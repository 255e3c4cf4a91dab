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

/** Limits how often a username changes: a name that changes every day identifies nobody. */
const changes: LimitRule = { name: 'username:account', calls: 3, within: days(30), durable: true };

/**
 * Takes another user name. Links to the earlier one lead nowhere; mentions in texts still lead here. For a while
 * nobody else can take the earlier one. */
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
