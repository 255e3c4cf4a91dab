import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/**
 * Takes a pixel of the viewer's away. It stays on its links, so that `restorePixel` brings it back there; until then it
 * is fired no more, once links that are remembered are read again, which is within a minute.
 */
export async function deletePixel(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<void> {
  const gone = await db
    .updateTable('links.pixel')
    .set({ deleted_at: clock.now() })
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!gone) throw missing('Pixel');
}
