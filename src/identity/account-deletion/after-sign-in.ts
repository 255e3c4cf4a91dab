import type { App } from '../../platform/app.ts';
import { listAccountDeletions } from './account-deletion.ts';

/** Where a page leads after sign-in: first to the question whether an account that will be deleted is to be kept. */
export async function afterSignIn(app: App, accountId: string, next: string): Promise<string> {
  const closings = await listAccountDeletions(app, accountId);
  if (!closings.some(({ scope }) => scope === 'account')) return next;
  return `/settings/closing?${new URLSearchParams({ next }).toString()}`;
}
