import type { App } from '../platform/app.ts';

/** Keeps what an operator did, for whoever must answer for it later. */
export async function note(app: App, accountId: string, action: string, subject: string): Promise<void> {
  await app.db
    .insertInto('identity.audit')
    .values({ account_id: accountId, action, subject, at: app.clock.now() })
    .execute();
}
