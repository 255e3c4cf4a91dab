import { type RawBuilder, sql } from 'kysely';
import { days } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import { type App, may, type Viewer } from '../../platform/app.ts';

/**
 * Trust levels in ascending order. They determine an author's limits and which content is held for review.
 */
export const trustLevels = ['restricted', 'new', 'basic', 'known', 'trusted', 'staff'] as const;
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

/** What the levels above `basic` require: days since the registration, approved items, and people who reacted. */
export const requirements = {
  known: { age: 14, approved: 10, reactors: 3 },
  trusted: { age: 60, approved: 50, reactors: 15 },
} as const;

/** From this number of decisions on, an author is restricted. */
export const restrictedFrom = 3;

export function trustOf(standing: Standing): Trust {
  const { isStaff, isVerified, age, upheld } = standing;
  if (isStaff) return 'staff';
  if (upheld >= restrictedFrom) return 'restricted';
  if (age < days(1) && !isVerified) return 'new';
  if (upheld > 0) return 'basic';
  if (isVerified || meets(standing, 'trusted')) return 'trusted';
  return meets(standing, 'known') ? 'known' : 'basic';
}

const meets = ({ age, approvedCount, reactors }: Standing, level: keyof typeof requirements): boolean =>
  age >= days(requirements[level].age) &&
  approvedCount >= requirements[level].approved &&
  reactors >= requirements[level].reactors;

/** A condition of the next level. For `decisions` at most `need`, for others at least. */
export interface TrustStep {
  name: 'age' | 'approved' | 'reactors' | 'decisions';
  have: number;
  need: number;
}

export interface TrustProgress {
  trust: Trust;
  /** Undefined at the top. */
  next: Trust | undefined;
  steps: TrustStep[];
}

/** The level of an author, and what is missing to the next. */
export function progressOf(standing: Standing): TrustProgress {
  const trust = trustOf(standing);
  const { age, approvedCount, reactors, upheld, isVerified } = standing;
  const decisions = (need: number): TrustStep => ({ name: 'decisions', have: upheld, need });
  const inDays = Math.floor(age / days(1));
  if (trust === 'staff' || trust === 'trusted') return { trust, next: undefined, steps: [] };
  if (trust === 'restricted') return { trust, next: 'basic', steps: [decisions(restrictedFrom - 1)] };
  if (trust === 'new') return { trust, next: 'basic', steps: [{ name: 'age', have: inDays, need: 1 }] };
  if (isVerified) return { trust, next: 'trusted', steps: [decisions(0)] };
  const next = trust === 'known' ? 'trusted' : 'known';
  const need = requirements[next];
  return {
    trust,
    next,
    steps: [
      { name: 'age', have: inDays, need: need.age },
      { name: 'approved', have: approvedCount, need: need.approved },
      { name: 'reactors', have: reactors, need: need.reactors },
      ...(upheld > 0 ? [decisions(0)] : []),
    ],
  };
}

export const isDone = ({ name, have, need }: TrustStep): boolean =>
  name === 'decisions' ? have <= need : have >= need;

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

/** Returns the level of a person, for themselves and moderators. */
export async function getTrustProgress(app: App, accountId: string): Promise<TrustProgress | undefined> {
  const standing = (await getStandings(app, [accountId])).get(accountId);
  return standing && progressOf(standing);
}

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
