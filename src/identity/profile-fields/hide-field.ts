import type { App } from '../../platform/app.ts';

/** Removes a field from forms, or restores it. Stored answers are kept in case it is restored. */
export async function hideField(app: App, id: string, isHidden: boolean): Promise<void> {
  await app.db
    .updateTable('identity.profile_field')
    .set({ deleted_at: isHidden ? app.clock.now() : null })
    .where('id', '=', id)
    .execute();
}
