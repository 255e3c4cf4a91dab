import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { accountsBeingDeleted } from '../../identity/account/live-people.ts';

// SQL about two people: `column` holds one account id, such as `post.author_id`, and `accountId` is the other. `offset 0`: it is
// looked up for each row that a list comes to, of which few are shown, and never gathered for all beforehand.

/** An account's id: that of one person, or that in a column, where one statement reads for several people. */
export type AccountId = string | RawBuilder<string>;

export const idIn = (column: string): RawBuilder<string> => sql.ref<string>(column);

/** Whether one of the two has blocked the other. */
export const blockedBetween = (column: string, accountId: AccountId): RawBuilder<boolean> =>
  sql`(${blockerOf(column, accountId)} or ${blockedBy(column, accountId)})`;

/** As `not blockedBetween`, where a whole list is gone through: blocks are read once and not for each row. */
export const notBlocked = (column: string, accountId: AccountId): RawBuilder<boolean> => sql`
  ${sql.ref(column)} not in (
    select blocked_id from social.block where blocker_id = ${accountId}
    union all select blocker_id from social.block where blocked_id = ${accountId})`;

/** As `not mutedBy`, in the same way. */
export const notMuted = (column: string, accountId: string): RawBuilder<boolean> => sql`
  ${sql.ref(column)} not in (select muted_id from social.mute where muter_id = ${accountId})`;

/** Ids of the people who are in the counts of everybody, and whom the viewer does not see: by a block, or since they leave. */
export const hiddenFrom = (viewerId: string | null): RawBuilder<unknown> => sql`
  select blocked_id as id from social.block where blocker_id = ${viewerId}
  union select blocker_id from social.block where blocked_id = ${viewerId}
  union ${accountsBeingDeleted}`;

/** Whether there is anybody of that kind. */
export const hidesAnybody = (
  viewerId: string | null,
): RawBuilder<boolean> => sql`(exists (${accountsBeingDeleted}) or exists (
  select from social.block where blocker_id = ${viewerId} or blocked_id = ${viewerId}))`;

export const friendsBetween = (column: string, accountId: AccountId): RawBuilder<boolean> => sql`exists (
  select from social.friendship where accepted_at is not null and ${isPair(column, accountId)} offset 0)`;

/** Whether they are friends, or one has asked the other, whatever came of it. */
export const askedBetween = (column: string, accountId: AccountId): RawBuilder<boolean> => sql`exists (
  select from social.friendship where ${isPair(column, accountId)} offset 0)`;

export const followedBy = (column: string, accountId: AccountId): RawBuilder<boolean> => sql`exists (
  select from social.follow where follower_id = ${accountId} and followed_id = ${sql.ref(column)} offset 0)`;

export const followerOf = (column: string, accountId: AccountId): RawBuilder<boolean> => sql`exists (
  select from social.follow where follower_id = ${sql.ref(column)} and followed_id = ${accountId} offset 0)`;

/** Whether the other does not want to read this one. */
export const mutedBy = (column: string, accountId: AccountId): RawBuilder<boolean> => sql`exists (
  select from social.mute where muter_id = ${accountId} and muted_id = ${sql.ref(column)} offset 0)`;

export const blockedBy = (column: string, accountId: AccountId): RawBuilder<boolean> => sql`exists (
  select from social.block where blocker_id = ${accountId} and blocked_id = ${sql.ref(column)} offset 0)`;

export const blockerOf = (column: string, accountId: AccountId): RawBuilder<boolean> => sql`exists (
  select from social.block where blocker_id = ${sql.ref(column)} and blocked_id = ${accountId} offset 0)`;

/** Whether a row of `friendship` is about the two. */
export const isPair = (column: string, accountId: AccountId): RawBuilder<boolean> => sql`
  (least(requester_id, recipient_id) = least(${sql.ref(column)}, ${accountId}::bigint)
  and greatest(requester_id, recipient_id) = greatest(${sql.ref(column)}, ${accountId}::bigint))`;
