import { Problem, missing } from '../kernel/problem.ts';
import type { App } from '../platform/app.ts';
import type { Viewer } from '../platform/http/caller.ts';
import { endOtherSessions } from './sessions.ts';

/** Shuts somebody out: no session and no key of theirs is taken from now on. Operators are not shut out by each other. */
export async function suspendAccount(app: App, operator: Pick<Viewer, 'id'>, id: string): Promise<void> {
  const account = await app.db
    .selectFrom('identity.account as account')
    .innerJoin('identity.role as role', 'role.name', 'account.role')
    .select('role.permissions')
    .where('account.id', '=', id)
    .where('account.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!account) throw missing('Account');
  if (id === operator.id || account.permissions.includes('operate'))
    throw new Problem('forbidden', 'An operator cannot be suspended');
  await setSuspended(app, id, app.clock.now());
}

export const reinstateAccount = (app: App, id: string): Promise<void> => setSuspended(app, id, null);

/** Shuts somebody out with a reason that they read when they try to sign in, for good or until a time; their sessions end. */
export async function suspendUntil(
  app: App,
  operator: Pick<Viewer, 'id'>,
  id: string,
  { reason, until }: { reason: string; until: Date | null },
): Promise<void> {
  await suspendAccount(app, operator, id);
  await app.db
    .updateTable('identity.account')
    .set({ suspension_reason: reason, suspended_until: until })
    .where('id', '=', id)
    .execute();
  await endOtherSessions(app, id, undefined);
}

/** Lets in again whose time is over. */
export async function reinstateDue(app: App): Promise<void> {
  const due = await app.db
    .selectFrom('identity.account')
    .where('suspended_until', '<=', app.clock.now())
    .select('id')
    .execute();
  for (const { id } of due) await reinstateAccount(app, id);
}

async function setSuspended({ db }: App, id: string, suspended_at: Date | null): Promise<void> {
  await db
    .updateTable('identity.account')
    // When it ends by itself, and why, belong to one suspension.
    .set({ suspended_at, suspended_until: null, suspension_reason: '' })
    .where('id', '=', id)
    .where('suspended_at', suspended_at ? 'is' : 'is not', null)
    .execute();
}
