import type { App } from '../../platform/app.ts';
import { listAccountDeletions } from './account-deletion.ts';

/**
 * The page to open after sign-in. When the account is scheduled for deletion, this is the page that offers to
 * keep it.
 */
export async function afterSignIn(app: App, accountId: string, next: string): Promise<string> {
  const pending = await listAccountDeletions(app, accountId);
  if (!pending.some(({ scope }) => scope === 'account')) return next;
  return `/settings/account-deletion?${new URLSearchParams({ next }).toString()}`;
}
