import type { App } from '../../platform/app.ts';
import type { Assessment } from '../safety/assessment.ts';

/** Holds a restored link if its targets require it now. Links that were already held do not change. */
export async function holdRestored(
  { db }: Pick<App, 'db'>,
  id: string,
  { held_at = null, held_for = null, target_check_due_at = null }: Partial<Assessment>,
): Promise<void> {
  await db.updateTable('links.link').set({ target_check_due_at }).where('id', '=', id).execute();
  if (held_at === null) return;
  await db
    .updateTable('links.link')
    .set({ held_at, held_for })
    .where('id', '=', id)
    .where('held_at', 'is', null)
    .execute();
}
