import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** Takes a splash page of the viewer's away. Links that led over it show the service's own until it is restored. */
export async function deleteSplashPage(
  { db, clock }: App,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<void> {
  const deleted = await db
    .updateTable('links.splash_page')
    .set({ deleted_at: clock.now() })
    .where('id', '=', id)
    .where('account_id', '=', viewer.id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw missing('Splash page');
}
