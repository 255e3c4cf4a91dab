import { type RawBuilder, sql } from 'kysely';
import { permissionsOfAccount } from '../../identity/account/viewer.ts';
import type { App } from '../../platform/app.ts';
import type { Config } from '../../platform/settings/config.ts';

/** A person's public data, short enough for lists. */
export interface Person {
  /** Account ID, digits. */
  id: string;
  username: string;
  firstName: string;
  lastName: string;
  /** First and last name together. */
  name: string;
  /** URL of the small picture. Null to draw initials. */
  picture: string | null;
  /** URL of the large picture. */
  portrait: string | null;
  /** Whether an operator has verified the person. */
  isVerified: boolean;
}

/** Columns of `livePeople` for `toPerson`. */
interface PersonRow {
  id: string;
  username: string;
  first_name: string;
  last_name: string;
  picture: string | null;
  picture_small: string | null;
  verified_at?: Date | null;
}

/** Like `toPerson`, for rows of a left join. */
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

/** SQL: whether a person accepts tips. `person` is their id. */
export function acceptsTips(
  { MONETIZATION }: Pick<Config, 'MONETIZATION'>,
  person: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (MONETIZATION === 'nobody') return sql`false`;
  const wants = sql<boolean>`coalesce((select accepts_tips from social.selling_settings where account_id = ${person}), true)`;
  if (MONETIZATION === 'members') return wants;
  return sql`(${wants} and exists (select from identity.account
    where account.id = ${person} and ${permissionsOfAccount} @> array['operate']))`;
}
