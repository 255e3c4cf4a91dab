import { sql } from 'kysely';
import { missing, msg } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { nameMatches } from '../../platform/database/queries.ts';
import { type AccountDeletion, listAccountDeletions } from '../account-deletion/account-deletion.ts';
import { hasEmail, hasUnconfirmedEmail } from '../account/email.ts';
import { type AuditNote, listAuditEntriesOf } from '../operators/audit.ts';
import { findFactor } from '../second-factor/set-up.ts';
import { listSessions, type OpenSession } from '../sessions/sessions.ts';

export const accountsOnPage = 30;

export const states = [
  'everybody',
  'suspended',
  'unactivated',
  'staff',
  'verified',
  'deletion-pending',
] as const;
export type State = (typeof states)[number];

export interface ListedPerson {
  id: string;
  username: string;
  name: string;
  picture: string | null;
  email: string;
  role: string;
  registeredAt: Date;
  lastSeenAt: Date | null;
  isSuspended: boolean;
  isActivated: boolean;
  isVerified: boolean;
  isBeingDeleted: boolean;
}

export interface PeopleQuery {
  /** Part of a name, an email address, or an id. */
  q?: string | undefined;
  state?: State | undefined;
  /** The last id of the previous page. */
  before?: string | undefined;
}

/**
 * Accounts with the details that only operators see, newest first, one more than a page to indicate a next
 * page.
 */
export async function listPeople(
  { db, files }: App,
  { q = '', state = 'everybody', before }: PeopleQuery,
): Promise<ListedPerson[]> {
  let query = db
    .selectFrom('identity.account as account')
    .select(['id', 'username', 'email', 'role', 'first_name', 'last_name', 'picture_small as picture'])
    .select(['registered_at as registeredAt', 'last_seen_at as lastSeenAt'])
    .select(['suspended_at', 'activated_at', 'verified_at', 'deletion_requested_at'])
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(accountsOnPage + 1);
  if (before !== undefined) query = query.where('id', '<', before);
  if (state === 'suspended') query = query.where('suspended_at', 'is not', null);
  if (state === 'unactivated') query = query.where('activated_at', 'is', null);
  if (state === 'staff') query = query.where('role', '<>', 'member');
  if (state === 'verified') query = query.where('verified_at', 'is not', null);
  if (state === 'deletion-pending') query = query.where('deletion_requested_at', 'is not', null);
  for (const condition of conditionsOf(q)) query = query.where(condition);
  const rows = await query.execute();
  return rows.map(
    ({ first_name, last_name, suspended_at, activated_at, verified_at, deletion_requested_at, ...row }) => ({
      ...row,
      name: `${first_name} ${last_name}`.trim(),
      picture: row.picture === null ? null : files.address(row.picture),
      isSuspended: suspended_at !== null,
      isActivated: activated_at !== null,
      isVerified: verified_at !== null,
      isBeingDeleted: deletion_requested_at !== null,
    }),
  );
}

const searchable = sql`search.name(username || ' ' || first_name || ' ' || last_name)`;

function conditionsOf(q: string) {
  const typed = q.trim().replace(/^[@#]/, '');
  const words = typed.toLowerCase();
  if (words === '') return [];
  if (/^\d{1,18}$/.test(words)) return [sql<boolean>`(id = ${words} or lower(username) = ${words})`];
  // Together, the two conditions would use neither index.
  if (words.includes('@'))
    return [
      sql<boolean>`account.id in (
        select account.id from identity.account as account where ${hasEmail(typed)}
        union all select account.id from identity.account as account where ${hasUnconfirmedEmail(typed)})`,
    ];
  return nameMatches(searchable, words);
}

/** A person's details as only operators see them. */
export interface PersonFile {
  id: string;
  username: string;
  name: string;
  picture: string | null;
  email: string;
  role: string;
  registeredAt: Date;
  lastSeenAt: Date | null;
  activatedAt: Date | null;
  verifiedAt: Date | null;
  suspendedAt: Date | null;
  suspensionReason: string;
  hasSecondFactor: boolean;
  /** The pending deletion of the account. */
  accountDeletion: AccountDeletion | undefined;
  sessions: OpenSession[];
  roles: { name: string; title: string }[];
  notes: AuditNote[];
}

/**
 * The subject of a person's audit entries. It survives every change of the account and contains no personal
 * data.
 */
export const personSubject = (id: string): string => `person ${id}`;

export async function getPersonFile(app: App, id: string): Promise<PersonFile> {
  const row = await app.db
    .selectFrom('identity.account')
    .select(['id', 'username', 'email', 'role', 'first_name', 'last_name', 'picture_small as picture'])
    .select(['registered_at as registeredAt', 'last_seen_at as lastSeenAt', 'activated_at as activatedAt'])
    .select(['verified_at as verifiedAt', 'suspended_at as suspendedAt'])
    .select('suspension_reason as suspensionReason')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw missing(msg('Person'));
  const { first_name, last_name, ...person } = row;
  return {
    ...person,
    name: `${first_name} ${last_name}`.trim(),
    picture: person.picture === null ? null : app.files.address(person.picture),
    hasSecondFactor: Boolean((await findFactor(app, id))?.isConfirmed),
    accountDeletion: (await listAccountDeletions(app, id)).find(({ scope }) => scope === 'account'),
    sessions: await listSessions(app, id),
    roles: await app.db.selectFrom('identity.role').select(['name', 'title']).orderBy('name').execute(),
    notes: await listAuditEntriesOf(app, personSubject(id)),
  };
}
