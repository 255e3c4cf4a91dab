import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { aliasTaken } from '../record/queries.ts';

/**
 * Inserts under the first alias that is free: neither in use nor reserved for its former owner. With one alias alone, the
 * chosen one, it is a conflict when that is not free.
 * @param insert answers nothing where the alias is in use
 */
export async function insertUnderAlias<T>(
  app: App,
  aliases: readonly string[],
  insert: (app: App, alias: string) => Promise<T | undefined>,
): Promise<T> {
  // What is reserved fails the statement, and with it a transaction that would go on to another alias.
  const mayGoOn = app.db.isTransaction && aliases.length > 1;
  for (const alias of aliases) {
    const attempt = mayGoOn ? inTransaction(app, (app) => insert(app, alias)) : insert(app, alias);
    const created = await attempt.catch((error: unknown) => {
      if (!isDuplicate(error, 'link_alias')) throw error;
      return undefined;
    });
    if (created) return created;
  }
  throw aliases.length === 1
    ? aliasTaken(aliases.join())
    : new Problem('unavailable', t('No free alias found. Try again'), { retryAfter: 1 });
}
