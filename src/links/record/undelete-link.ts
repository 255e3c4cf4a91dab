import { t } from '../../kernel/translation/translate.ts';
import type { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { aliasTaken } from './queries.ts';

/** Undeletes one of the viewer's links, bio pages or codes. Throws a conflict if its alias has been taken. */
export async function undeleteLink(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  { id, purpose }: { id: string; purpose: 'link' | 'bio' | 'qr' },
  taken: Problem = aliasTaken(t('The alias')),
): Promise<void> {
  await db
    .updateTable('links.link')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .where('purpose', '=', purpose)
    .execute()
    .catch((error: unknown) => {
      throw isDuplicate(error, 'link_alias') ? taken : error;
    });
}
