import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { UploadKind } from './decide-type.ts';

/**
 * Notes that something of the viewer's shows a file, which then stays. Call it in the transaction that keeps what shows
 * it. Throws a `Problem` at `field` when it is no file of theirs, or of none of `kinds`.
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
  if (!used) throw invalid(field, t('File not found. Upload it first'));
}
