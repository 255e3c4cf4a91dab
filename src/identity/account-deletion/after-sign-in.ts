import type { App } from '../../platform/app.ts';
import { listAccountDeletions } from './account-deletion.ts';

/** Where a page leads after sign-in: first to the question whether an account that will be deleted is to be kept. */
export async function afterSignIn(app: App, accountId: string, next: string): Promise<string> {
  const pending = await listAccountDeletions(app, accountId);
  if (!pending.some(({ scope }) => scope === 'account')) return next;
  return `/settings/account-deletion?${new URLSearchParams({ next }).toString()}`;
}
