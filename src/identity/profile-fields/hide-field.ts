import type { App } from '../../platform/app.ts';

/** Asks nobody for a field any more, or again. What members answered is kept for the case that it comes back. */
export async function hideField(app: App, id: string, isHidden: boolean): Promise<void> {
  await app.db
    .updateTable('identity.profile_field')
    .set({ deleted_at: isHidden ? app.clock.now() : null })
    .where('id', '=', id)
    .execute();
}
