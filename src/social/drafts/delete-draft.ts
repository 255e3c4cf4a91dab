import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** Deletes a draft. Files that are no longer referenced are deleted within a day. */
export async function deleteDraft({ db }: App, author: Pick<Viewer, 'id'>, id: string): Promise<void> {
  const deleted = await db
    .deleteFrom('social.draft')
    .where('id', '=', id)
    .where('account_id', '=', author.id)
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw missing(t('Draft'));
}
