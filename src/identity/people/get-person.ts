import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { listAuditEntriesOf, type AuditNote } from '../operators/audit.ts';
import { listAccountDeletions, type AccountDeletion } from '../account-deletion/account-deletion.ts';
import { findFactor } from '../second-factor/set-up.ts';
import { listSessions, type OpenSession } from '../sessions/sessions.ts';

/** A person's details as only operators see them. */
export interface PersonFile {
  id: string;
  username: string;
  name: string;
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
export const subjectOf = (id: string): string => `person ${id}`;

export async function getPersonFile(app: App, id: string): Promise<PersonFile> {
  const row = await app.db
    .selectFrom('identity.account')
    .select(['id', 'username', 'email', 'role', 'first_name', 'last_name'])
    .select(['registered_at as registeredAt', 'last_seen_at as lastSeenAt', 'activated_at as activatedAt'])
    .select(['verified_at as verifiedAt', 'suspended_at as suspendedAt'])
    .select('suspension_reason as suspensionReason')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw missing(t('Person'));
  const { first_name, last_name, ...person } = row;
  return {
    ...person,
    name: `${first_name} ${last_name}`.trim(),
    hasSecondFactor: Boolean((await findFactor(app, id))?.isConfirmed),
    accountDeletion: (await listAccountDeletions(app, id)).find(({ scope }) => scope === 'account'),
    sessions: await listSessions(app, id),
    roles: await app.db.selectFrom('identity.role').select(['name', 'title']).orderBy('name').execute(),
    notes: await listAuditEntriesOf(app, subjectOf(id)),
  };
}
