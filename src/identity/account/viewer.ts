import { sql } from 'kysely';
import { invalid, msg } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';

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
  'account.has_filters',
  'account.is_private',
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
  has_filters: boolean;
  is_private: boolean;
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
  hasFilters: row.has_filters,
  isPrivate: row.is_private,
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

/** Notes whether an account has keyword filters. */
export async function setHasFilters({ db }: App, accountId: string, has_filters: boolean): Promise<void> {
  await db.updateTable('identity.account').set({ has_filters }).where('id', '=', accountId).execute();
}

/** The birthdate fields of all forms and APIs. */
export interface GivenBirthdate {
  birthdate?: string | undefined;
  birth_year?: string | number | undefined;
  birth_month?: string | number | undefined;
  birth_day?: string | number | undefined;
}

/**
 * Returns `YYYY-MM-DD` from a single text or three parts, or undefined if no date was given. Rejects ages
 * under `minimumAge`.
 */
export function parseBirthdate(given: GivenBirthdate, now: Date, minimumAge: number): string | undefined {
  const text = toText(given);
  if (text === undefined) {
    if (minimumAge > 0) throw invalid('birthdate', msg('Enter your date of birth'));
    return undefined;
  }
  const date = new Date(`${text}T00:00:00Z`);
  const isReal =
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  if (!isReal || date > now || date.getUTCFullYear() < 1890)
    throw invalid('birthdate', msg('Enter a valid date of birth as YYYY-MM-DD'));
  if (ageOn(date, now) < minimumAge)
    throw invalid('birthdate', msg('You must be at least {minimumAge} years old', { minimumAge }));
  return text;
}

function toText({ birthdate, birth_year, birth_month, birth_day }: GivenBirthdate): string | undefined {
  if (birthdate !== undefined && birthdate.trim() !== '') return birthdate.trim();
  const parts = [birth_year, birth_month, birth_day].map((part) => String(part ?? '').trim());
  if (parts.every((part) => part === '' || part === 'none' || part === '0')) return undefined;
  const [year = '', month = '', day = ''] = parts;
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function ageOn(born: Date, now: Date): number {
  const years = now.getUTCFullYear() - born.getUTCFullYear();
  const hadBirthday =
    now.getUTCMonth() > born.getUTCMonth() ||
    (now.getUTCMonth() === born.getUTCMonth() && now.getUTCDate() >= born.getUTCDate());
  return hadBirthday ? years : years - 1;
}
