import type { App } from '../../platform/app.ts';
import type { Caller, Viewer } from '../../platform/http/caller.ts';

/** Records which member acted in another account's workspace. */
export async function recordActivity(
  app: Pick<App, 'db' | 'clock'>,
  caller: Caller,
  path: string,
): Promise<void> {
  if (!caller.viewer || !caller.workspace) return;
  await app.db
    .insertInto('identity.audit')
    .values({
      account_id: caller.workspace.member.id,
      workspace_id: caller.viewer.id,
      action: 'workspace.request',
      subject: path.slice(0, 200),
      at: app.clock.now(),
    })
    .execute();
}

export interface Act {
  path: string;
  at: Date;
  /** The member who acted. Null if their account is erased. */
  username: string | null;
}

/** Actions of members in the owner's workspace, newest first. */
export function listActivity({ db }: Pick<App, 'db'>, owner: Pick<Viewer, 'id'>): Promise<Act[]> {
  return db
    .selectFrom('identity.audit as audit')
    .leftJoin('identity.account as account', 'account.id', 'audit.account_id')
    .select(['audit.subject as path', 'audit.at', 'account.username'])
    .where('audit.workspace_id', '=', owner.id)
    .orderBy('audit.id', 'desc')
    .limit(50)
    .execute();
}
