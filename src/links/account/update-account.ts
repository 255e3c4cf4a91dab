import { changeEmail, changePassword } from '../../identity/change-credentials.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** Changes what is given; blank is not given. A new password ends all sessions, of pages and of apps. */
export async function updateAccount(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  { email, password }: { email?: string | null | undefined; password?: string | null | undefined },
): Promise<void> {
  await inTransaction(app, async (app) => {
    if (email?.trim()) await changeEmail(app, viewer.id, email);
    if (password) await changePassword(app, viewer.id, password);
  });
}
