import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { UploadKind } from './decide-type.ts';

/**
 * Marks an upload of the viewer as used, so that it is kept. Call it in the transaction that references it.
 * Throws a `Problem` at `field` if it is not their file, or not of one of the `kinds`.
 */
export async function useUpload(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  path: string,
  { kinds, field }: { kinds: readonly UploadKind[]; field: string },
): Promise<void> {
  const used = await db
    .updateTable('social.upload')
    .set((row) => ({ used_at: row.fn.coalesce('used_at', row.val(clock.now())) }))
    .where('path', '=', path)
    .where('account_id', '=', viewer.id)
    .where('kind', 'in', kinds)
    .returning('id')
    .executeTakeFirst();
  if (!used) throw invalid(field, t('The file in {field} was not found. Upload it first.', { field }));
}
