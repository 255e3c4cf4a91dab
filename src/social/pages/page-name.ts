import { t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { whenGiven } from '../../platform/database/when-given.ts';

const taken = () => new Problem('conflict', t('This username is taken'), { field: 'username' });

/** Throws if the username is taken. Former usernames that redirect to another page are taken too. */
export async function refuseUsedName({ db }: App, username: string, pageId?: string): Promise<void> {
  const other = await db
    .selectFrom('social.page_former_name')
    .where('name', '=', username.toLowerCase())
    .$call(whenGiven(pageId, (query, pageId) => query.where('page_id', '<>', pageId)))
    .select('page_id')
    .executeTakeFirst();
  if (other) throw taken();
}

/** Converts a violation of the unique index, from a concurrent request for the same username. */
export function toNameConflict(error: unknown): unknown {
  return isDuplicate(error, 'page_username') ? taken() : error;
}
