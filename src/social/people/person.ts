import type { App } from '../../platform/app.ts';

/** Somebody as everybody may know them, short enough for a list. */
export interface Person {
  /** Account id, digits. */
  id: string;
  username: string;
  firstName: string;
  lastName: string;
  /** First and last name together. */
  name: string;
  /** Address of the small picture; null: initials are drawn. */
  picture: string | null;
  /** Address of the large one. */
  portrait: string | null;
  /** An operator vouches that they are who they say. */
  isVerified: boolean;
}

/** The columns of `livePeople` that `toPerson` reads. */
interface PersonRow {
  id: string;
  username: string;
  first_name: string;
  last_name: string;
  picture: string | null;
  picture_small: string | null;
  verified_at?: Date | null;
}

/** The same of a left join, where nobody may be there. */
export function toPersonIfAny(
  app: Pick<App, 'files'>,
  row: { [Column in keyof PersonRow]: PersonRow[Column] | null },
): Person | null {
  if (row.id === null) return null;
  const { username, first_name, last_name, ...person } = row;
  return toPerson(app, {
    ...person,
    id: row.id,
    username: username ?? '',
    first_name: first_name ?? '',
    last_name: last_name ?? '',
  });
}

export function toPerson({ files }: Pick<App, 'files'>, row: PersonRow): Person {
  return {
    id: row.id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    name: `${row.first_name} ${row.last_name}`.trim(),
    picture: row.picture_small === null ? null : files.address(row.picture_small),
    portrait: row.picture === null ? null : files.address(row.picture),
    isVerified: Boolean(row.verified_at),
  };
}
