import { type RawBuilder, sql } from 'kysely';
import { permissionsOfAccount } from '../../identity/account/viewer.ts';
import type { App, Viewer } from '../../platform/app.ts';
import type { Config } from '../../platform/settings/config.ts';
import { accountsBeingDeleted, livePerson } from '../../identity/account/people.ts';

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

// SQL conditions on two people: `column` holds one account id, such as `post.author_id`, and `accountId` is
// the other. `offset 0` forces a lookup per row, because few rows are shown, instead of gathering all
// relationships first.

/** An account id: a value, or a column in statements for several people. */
export type AccountId = string | RawBuilder<string>;

export const idIn = (column: string): RawBuilder<string> => sql.ref<string>(column);

/** Whether either has blocked the other. */
export const blockedBetween = (column: string, accountId: AccountId): RawBuilder<boolean> =>
  sql`(${blockerOf(column, accountId)} or ${blockedBy(column, accountId)})`;

/** Like `not blockedBetween`, for scans of whole lists: reads blocks once instead of per row. */
export const notBlocked = (column: string, accountId: AccountId): RawBuilder<boolean> => sql`
  ${sql.ref(column)} not in (
    select blocked_id from social.block where blocker_id = ${accountId}
    union all select blocker_id from social.block where blocked_id = ${accountId})`;

/** Like `not mutedBy`, for scans of whole lists. */
export const notMuted = (column: string, accountId: string): RawBuilder<boolean> => sql`
  ${sql.ref(column)} not in (select muted_id from social.mute where muter_id = ${accountId})`;

/**
 * IDs of people who are included in counters but hidden from the viewer, by a block or because their account
 * is scheduled for deletion.
 */
export const hiddenFrom = (viewerId: string | null): RawBuilder<unknown> => sql`
  select blocked_id as id from social.block where blocker_id = ${viewerId}
  union select blocker_id from social.block where blocked_id = ${viewerId}
  union ${accountsBeingDeleted}`;

/** Whether `hiddenFrom` returns any people. */
export const hasHiddenPeople = (
  viewerId: string | null,
): RawBuilder<boolean> => sql`(exists (${accountsBeingDeleted}) or exists (
  select from social.block where blocker_id = ${viewerId} or blocked_id = ${viewerId}))`;

export const friendsBetween = (column: string, accountId: AccountId): RawBuilder<boolean> => sql`exists (
  select from social.friendship where accepted_at is not null and ${isPair(column, accountId)} offset 0)`;

/** Whether they are friends, or a friend request was made in either direction, with any outcome. */
export const hasRequestBetween = (column: string, accountId: AccountId): RawBuilder<boolean> => sql`exists (
  select from social.friendship where ${isPair(column, accountId)} offset 0)`;

export const followedBy = (column: string, accountId: AccountId): RawBuilder<boolean> => sql`exists (
  select from social.follow where follower_id = ${accountId} and followed_id = ${sql.ref(column)} offset 0)`;

export const followerOf = (column: string, accountId: AccountId): RawBuilder<boolean> => sql`exists (
  select from social.follow where follower_id = ${sql.ref(column)} and followed_id = ${accountId} offset 0)`;

/** Whether the account has muted the person in the column. */
export const mutedBy = (column: string, accountId: AccountId): RawBuilder<boolean> => sql`exists (
  select from social.mute where muter_id = ${accountId} and muted_id = ${sql.ref(column)} offset 0)`;

export const blockedBy = (column: string, accountId: AccountId): RawBuilder<boolean> => sql`exists (
  select from social.block where blocker_id = ${accountId} and blocked_id = ${sql.ref(column)} offset 0)`;

export const blockerOf = (column: string, accountId: AccountId): RawBuilder<boolean> => sql`exists (
  select from social.block where blocker_id = ${sql.ref(column)} and blocked_id = ${accountId} offset 0)`;

/** Whether a row of `friendship` is between the two. */
export const isPair = (column: string, accountId: AccountId): RawBuilder<boolean> => sql`
  (least(requester_id, recipient_id) = least(${sql.ref(column)}, ${accountId}::bigint)
  and greatest(requester_id, recipient_id) = greatest(${sql.ref(column)}, ${accountId}::bigint))`;

/** SQL: a person's friends, as `id`. `person` is an id or a column. */
export const friendsOf = (person: RawBuilder<unknown>) => sql`
  select recipient_id as id from social.friendship where requester_id = ${person} and accepted_at is not null
  union all
  select requester_id from social.friendship where recipient_id = ${person} and accepted_at is not null`;

/**
 * SQL: a person's friends with the date of friendship `at`, newest first. `offset 0` makes the query walk the
 * index in order until a page is full.
 */
export const newestFriendsOf = (person: string): RawBuilder<{ id: string; at: Date }> => sql`(
  select id, at from (
    select recipient_id as id, accepted_at as at from social.friendship where requester_id = ${person} and accepted_at is not null
    union all
    select requester_id, accepted_at from social.friendship where recipient_id = ${person} and accepted_at is not null
  ) as every order by at desc, id desc offset 0)`;

/**
 * SQL: the number of friends the viewer has in common with the person whose id is in `column`. Intersects
 * both friend lists from an index and loads only the common ones. The caller must check that the viewer may
 * know.
 */
export const mutualFriends = (column: string, viewer: Pick<Viewer, 'id'>): RawBuilder<number> => sql`(
  select count(*)::integer from (
    select theirs.id from (${friendsOf(sql.ref(column))}) as theirs
    where ${sql.ref(column)} <> ${viewer.id} and theirs.id in (${friendsOf(sql`${viewer.id}::bigint`)}) offset 0
  ) as common cross join lateral ${livePerson('friend', 'common.id')})`;
