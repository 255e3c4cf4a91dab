import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { aliasTaken } from '../record/queries.ts';

/**
 * Inserts a row under the first available alias: neither in use nor reserved for a former owner. With only
 * one (chosen) alias, an unavailable one is a conflict.
 * @param insert returns undefined if the alias is in use
 */
export async function insertWithAlias<T>(
  app: App,
  aliases: readonly string[],
  insert: (app: App, alias: string) => Promise<T | undefined>,
): Promise<T> {
  // A reserved alias makes the statement fail, so each attempt needs a savepoint within a transaction.
  const needsSavepoint = app.db.isTransaction && aliases.length > 1;
  for (const alias of aliases) {
    const attempt = needsSavepoint ? inTransaction(app, (app) => insert(app, alias)) : insert(app, alias);
    const created = await attempt.catch((error: unknown) => {
      if (!isDuplicate(error, 'link_alias')) throw error;
      return undefined;
    });
    if (created) return created;
  }
  throw aliases.length === 1
    ? aliasTaken(aliases.join())
    : new Problem('unavailable', t('No free alias found. Try again.'), { retryAfter: 1 });
}
