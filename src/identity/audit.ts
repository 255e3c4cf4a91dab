import type { App } from '../platform/app.ts';

/** Keeps what an operator did, for whoever must answer for it later. */
export async function note(
  app: Pick<App, 'db' | 'clock'>,
  accountId: string,
  action: string,
  subject: string,
): Promise<void> {
  await app.db
    .insertInto('identity.audit')
    .values({ account_id: accountId, action, subject, at: app.clock.now() })
    .execute();
}

export interface AuditNote {
  action: string;
  at: Date;
  /** Who it was, unless they have left. */
  username: string | null;
}

/** What was done about one thing, newest first. */
export function listNotes({ db }: Pick<App, 'db'>, subject: string): Promise<AuditNote[]> {
  return db
    .selectFrom('identity.audit as audit')
    .leftJoin('identity.account as account', 'account.id', 'audit.account_id')
    .select(['audit.action', 'audit.at', 'account.username'])
    .where('audit.subject', '=', subject)
    .orderBy('audit.id', 'desc')
    .limit(50)
    .execute();
}
