import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { AuditAction } from './audit-actions.ts';

/** Adds an entry to the audit log. `accountId` is null for what an organization does to accounts that it manages. */
export const addAuditEntry = (
  app: Pick<App, 'db' | 'clock'>,
  accountId: string | null,
  action: AuditAction,
  subject: string,
  detail = '',
): Promise<void> => addAuditEntries(app, accountId, action, [{ subject, detail }]);

/** Adds an entry for each subject of one action. */
export async function addAuditEntries(
  app: Pick<App, 'db' | 'clock'>,
  accountId: string | null,
  action: AuditAction,
  entries: readonly { subject: string; detail: string }[],
): Promise<void> {
  const at = app.clock.now();
  await app.db
    .insertInto('identity.audit')
    .values(entries.map((entry) => ({ account_id: accountId, action, at, ...entry })))
    .execute();
}

const longestDetail = 2000;

/** The differences between two settings: `registration: open → closed; minimumAge: 13 → 16`. */
export function describeChanges(before: object, after: object): string {
  const former = new Map<string, unknown>(Object.entries(before));
  const changes = Object.entries(after).flatMap(([name, value]) => {
    const [from, to] = [JSON.stringify(former.get(name)), JSON.stringify(value)].map(plain);
    return from === to ? [] : [`${name}: ${from} → ${to}`];
  });
  return changes.join('; ').slice(0, longestDetail);
}

/** Formats JSON for people: strings without quotes, and empty values as "none". */
const plain = (json: string | undefined) =>
  json === undefined || json === 'null' || json === '""' ? 'none' : json.replace(/^"(.*)"$/, '$1');

export interface AuditNote {
  action: string;
  at: Date;
  /** The reason or other details. */
  detail: string;
  /** The operator who acted. Null if their account is erased. */
  username: string | null;
}

/** The audit entries of one subject, newest first. */
export function listAuditEntriesOf({ db }: Pick<App, 'db'>, subject: string): Promise<AuditNote[]> {
  return db
    .selectFrom('identity.audit as audit')
    .leftJoin('identity.account as account', 'account.id', 'audit.account_id')
    .select(['audit.action', 'audit.detail', 'audit.at', 'account.username'])
    .where('audit.subject', '=', subject)
    .orderBy('audit.id', 'desc')
    .limit(50)
    .execute();
}

export const notesOnPage = 50;

export interface AuditEntry extends AuditNote {
  id: string;
  subject: string;
}

/** Audit entries, newest first, one more than a page to indicate a next page. */
export function listAudit(
  { db }: Pick<App, 'db'>,
  {
    by,
    action,
    before,
    only,
  }: {
    by?: string | undefined;
    action?: string | undefined;
    before?: string | undefined;
    /** Only these actions. */
    only?: readonly string[];
  },
): Promise<AuditEntry[]> {
  let query = db
    .selectFrom('identity.audit as audit')
    .leftJoin('identity.account as account', 'account.id', 'audit.account_id')
    .select(['audit.id', 'audit.action', 'audit.subject', 'audit.detail', 'audit.at', 'account.username'])
    // Workspace actions are only visible to the workspace's owner and team.
    .where('audit.workspace_id', 'is', null)
    .orderBy('audit.id', 'desc')
    .limit(notesOnPage + 1);
  if (by) query = query.where(sql`lower(account.username)`, '=', by.trim().replace(/^@/, '').toLowerCase());
  if (action) query = query.where('audit.action', '=', action);
  if (only) query = query.where('audit.action', '=', sql<string>`any(${[...only]}::text[])`);
  if (before !== undefined) query = query.where('audit.id', '<', before);
  return query.execute();
}

/** Lists the distinct actions in the audit log with a loose index scan. */
export async function listActions({ db }: Pick<App, 'db'>): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive kinds as (
      (select action from identity.audit order by action limit 1)
      union all
      select (select action from identity.audit where action > kinds.action order by action limit 1)
      from kinds where kinds.action is not null
    )
    select action from kinds where action is not null limit 200`.execute(db);
  return rows.map(({ action }) => action);
}
