import { type RawBuilder, sql } from 'kysely';
import { days } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { may, type Viewer } from '../../platform/http/caller.ts';

/**
 * Trust levels in ascending order. They determine an author's limits and which content is held for review.
 */
const trustLevels = ['restricted', 'new', 'basic', 'known', 'trusted', 'staff'] as const;
export type Trust = (typeof trustLevels)[number];

/** The standing of an author. Counts are capped at what docs/moderation.md requires. */
export interface Standing {
  /** Whether they can moderate or operate. */
  isStaff: boolean;
  isVerified: boolean;
  /** Time since registration in milliseconds. */
  age: number;
  /** Number of visible posts and comments. */
  approvedCount: number;
  /** Number of decisions against them within ninety days. */
  upheld: number;
  /** Number of distinct people who reacted to their newest posts. */
  reactors: number;
}

/** Counting stops here. */
const maxCounted = 50;

export function trustOf({ isStaff, isVerified, age, approvedCount, upheld, reactors }: Standing): Trust {
  if (isStaff) return 'staff';
  if (upheld >= 3) return 'restricted';
  if (age < days(1) && !isVerified) return 'new';
  if (upheld > 0) return 'basic';
  if (isVerified || (age >= days(60) && approvedCount >= 50 && reactors >= 15)) return 'trusted';
  if (age >= days(14) && approvedCount >= 10 && reactors >= 3) return 'known';
  return 'basic';
}

/** Whether a trust level is at least another. */
export const isAtLeast = (trust: Trust, level: Trust): boolean =>
  trustLevels.indexOf(trust) >= trustLevels.indexOf(level);

export const trustWords = (): Readonly<Record<Trust, string>> => ({
  restricted: t('restricted'),
  new: t('new'),
  basic: t('member'),
  known: t('known'),
  trusted: t('trusted'),
  staff: t('staff'),
});

/** How long decisions count against their author. */
const heldAgainst = days(90);
const newestPosts = 20;
const reactionsOfEach = 20;

export interface StandingRow {
  verified: boolean;
  let_through: number;
  upheld: number;
  reactors: number;
}

/**
 * SQL: the standing of the author in `column`, as columns of `StandingRow`. The cost is independent of the
 * number of posts.
 */
export const standingColumns = (column: string, now: Date): RawBuilder<unknown> => {
  const author = sql.ref(column);
  return sql`
    coalesce((select verified_at is not null from identity.account where id = ${author}), false) as verified,
    ((select count(*) from (select from social.post where author_id = ${author} and deleted_at is null
        and held_at is null and imported_at is null limit ${maxCounted}) as posts)
      + (select count(*) from (select from social.comment where author_id = ${author} and deleted_at is null
        and held_at is null limit ${maxCounted}) as comments))::integer as let_through,
    (select count(*) from social.moderation_case where author_id = ${author}
      and decision in ('hide', 'remove', 'warn', 'suspend')
      and settled_at > ${new Date(now.getTime() - heldAgainst)})::integer as upheld,
    (select count(distinct reaction.account_id) from (
        select id from social.post where author_id = ${author} and deleted_at is null and parent_id is null
          and page_id is null order by id desc limit ${newestPosts}) as newest
      cross join lateral (select account_id from social.reaction where post_id = newest.id
        and account_id <> ${author} limit ${reactionsOfEach}) as reaction)::integer as reactors`;
};

export const toStanding = (
  row: StandingRow,
  { isStaff, age }: Pick<Standing, 'isStaff' | 'age'>,
): Standing => ({
  isStaff,
  age,
  isVerified: row.verified,
  approvedCount: Math.min(row.let_through, maxCounted),
  upheld: row.upheld,
  reactors: row.reactors,
});

export const isStaff = (viewer: Viewer) => may(viewer, 'operate') || may(viewer, 'moderate');

/** Returns the standing of people, for moderators. */
export async function getStandings(app: App, accountIds: readonly string[]): Promise<Map<string, Standing>> {
  const now = app.clock.now();
  const { rows } = await sql<StandingRow & { id: string; registered_at: Date; is_staff: boolean }>`
    select someone.id, someone.registered_at,
      someone.role in ('operator', 'moderator') as is_staff, ${standingColumns('someone.id', now)}
    from identity.account as someone
    where someone.id = any(${accountIds}::bigint[])`.execute(app.db);
  return new Map(
    rows.map((row) => [
      row.id,
      toStanding(row, { isStaff: row.is_staff, age: now.getTime() - row.registered_at.getTime() }),
    ]),
  );
}
