import type { App } from '../../platform/app.ts';

/** Revokes all keys of an account. */
export async function revokeAllKeys(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  accountId: string,
): Promise<void> {
  await db
    .updateTable('identity.access_key')
    .set({ revoked_at: clock.now(), sealed: null })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
}
