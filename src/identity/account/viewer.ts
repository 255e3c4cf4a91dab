import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';

/** Columns of `account` for a Viewer without permissions. */
export const accountColumns = [
  'account.id',
  'account.username',
  'account.first_name',
  'account.last_name',
  'account.picture_small',
  'account.role',
  'account.registered_at',
  'account.activated_at',
  'account.deletion_requested_at',
  'account.language',
] as const;

/** Columns of `account` and its `role` for a Viewer. */
export const viewerColumns = [...accountColumns, 'role.permissions'] as const;

/** The permissions of an `account`'s role, for other queries. */
export const permissionsOfAccount = sql<
  string[]
>`(select permissions from identity.role where role.name = account.role)`;

export interface ViewerRow {
  id: string;
  username: string;
  first_name: string;
  last_name: string;
  picture_small: string | null;
  role: string;
  registered_at: Date;
  activated_at: Date | null;
  deletion_requested_at: Date | null;
  language: string;
  permissions: string[];
}

export const toViewer = (app: App, row: ViewerRow): Viewer => ({
  id: row.id,
  username: row.username,
  name: `${row.first_name} ${row.last_name}`.trim(),
  picture: row.picture_small === null ? null : app.files.address(row.picture_small),
  role: row.role,
  permissions: row.permissions,
  registeredAt: row.registered_at,
  isActivated: row.activated_at !== null,
  isBeingDeleted: row.deletion_requested_at !== null,
  language: row.language,
});

/** Loads an account as a viewer, for sign-in and scripts. Returns undefined if it is suspended or deleted. */
export async function findViewer(app: App, accountId: string): Promise<Viewer | undefined> {
  const row = await app.db
    .selectFrom('identity.account as account')
    .innerJoin('identity.role as role', 'role.name', 'account.role')
    .select(viewerColumns)
    .where('account.id', '=', accountId)
    .where('account.deleted_at', 'is', null)
    .where('account.suspended_at', 'is', null)
    .executeTakeFirst();
  return row && toViewer(app, row);
}
