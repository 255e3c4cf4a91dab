import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** Makes the statistics of one of the viewer's subjects public or private. */
export async function setStatisticsPublic(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
  isPublic: boolean,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('links.link')
    .set((row) => ({
      statistics_public_at: isPublic ? row.fn.coalesce('statistics_public_at', row.val(clock.now())) : null,
    }))
    .where('account_id', '=', viewer.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw missing(t('Link'));
}
