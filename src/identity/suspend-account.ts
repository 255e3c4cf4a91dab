import { Problem, missing } from '../kernel/problem.ts';
import type { App } from '../platform/app.ts';
import type { Viewer } from '../platform/http/caller.ts';

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

async function setSuspended({ db }: App, id: string, suspended_at: Date | null): Promise<void> {
  await db
    .updateTable('identity.account')
    .set({ suspended_at })
    .where('id', '=', id)
    .where('suspended_at', suspended_at ? 'is' : 'is not', null)
    .execute();
}
