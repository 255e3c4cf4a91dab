import { type RawBuilder, sql } from 'kysely';
import { accountsBeingDeleted } from '../../identity/account/people.ts';
import type { App } from '../../platform/app.ts';
import type { ReactionKind } from './reaction-kinds.ts';

/**
 * `replies` are the replies of a thread and the answers of a question. `score` is upvotes minus downvotes.
 */
type PostCount = 'comments' | 'shares' | 'replies' | 'score' | 'voters' | `vote-${number}` | ReactionKind;
type CommentCount = 'replies' | ReactionKind;
export type PersonCount = 'friends' | 'followers' | 'followings' | 'posts';
type PageCount = 'likes' | 'posts';
type ForumCount = 'threads' | 'replies';

/** `n` is 1 or -1, except when several items move with their parent. */
export type TallyChange = { by: string; n: number } & (
  | { subject: 'post'; id: string; kind: PostCount }
  | { subject: 'comment'; id: string; kind: CommentCount }
  | { subject: 'person'; id: string; kind: PersonCount }
  | { subject: 'page'; id: string; kind: PageCount }
  | { subject: 'forum'; id: string; kind: ForumCount }
);

const slots = 8;

/**
 * Increments or decrements counters in the transaction of the change. Counters are sharded by the actor `by`:
 * the same actor always uses the same slot, and different actors rarely contend for a lock.
 */
export async function tally(app: App, changes: readonly TallyChange[]): Promise<void> {
  if (changes.length === 0) return;
  const summed = new Map<string, Row>();
  for (const { subject, id, kind, by, n } of changes) {
    const row = { subject, subject_id: id, kind, slot: Number(BigInt(by) % BigInt(slots)), n };
    const key = keyOf(row);
    summed.set(key, { ...row, n: n + (summed.get(key)?.n ?? 0) });
  }
  // Rows are locked in a fixed order to avoid deadlocks.
  const rows = [...summed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  await app.db
    .insertInto('social.tally')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'subject_id', 'kind', 'slot'])
        .doUpdateSet({ n: sql`social.tally.n + excluded.n` }),
    )
    .execute();
}

interface Row {
  subject: TallyChange['subject'];
  subject_id: string;
  kind: string;
  slot: number;
  n: number;
}

const keyOf = ({ subject, subject_id, kind, slot }: Row) =>
  `${subject} ${subject_id.padStart(20, '0')} ${kind} ${slot}`;

/** SQL: all counters of the subject whose id is in `column`, as JSON. */
export const talliesColumn = (
  subject: TallyChange['subject'],
  column: string,
): RawBuilder<{ kind: string; n: number }[]> => sql`(
  select coalesce(json_agg(counted), '[]') from (
    select kind, sum(n)::integer as n from social.tally
    where subject = ${subject} and subject_id = ${sql.ref(column)} group by kind) as counted)`;

export const noCounts: Readonly<Record<PersonCount, number>> = {
  friends: 0,
  followers: 0,
  followings: 0,
  posts: 0,
};

/**
 * SQL: the counters of the person whose id is in `column`, by kind as JSON. Excludes accounts scheduled for
 * deletion, which are few and looked up in pairs. Kinds without any count are missing.
 */
export const personCounts = (column: string): RawBuilder<Partial<Record<PersonCount, number>>> => {
  const id = sql.ref(column);
  const deletions = sql`any(array(${accountsBeingDeleted}))`;
  return sql`(
    select coalesce(json_object_agg(kind, n), '{}') from (
      select kind, sum(n)::integer as n from (
        select kind, n from social.tally where subject = 'person' and subject_id = ${id}
        union all select 'followers', -1 from social.follow where followed_id = ${id} and follower_id = ${deletions}
        union all select 'followings', -1 from social.follow where follower_id = ${id} and followed_id = ${deletions}
        union all select 'friends', -1 from social.friendship
          where accepted_at is not null and requester_id = ${id} and recipient_id = ${deletions}
        union all select 'friends', -1 from social.friendship
          where accepted_at is not null and recipient_id = ${id} and requester_id = ${deletions}
      ) as counted group by kind
    ) as summed)`;
};

/** Returns the counters of a person. */
export async function getPersonCounts(
  { db }: Pick<App, 'db'>,
  accountId: string,
): Promise<Record<PersonCount, number>> {
  const row = await db
    .selectFrom(sql<{ id: string }>`(select ${accountId}::bigint as id)`.as('person'))
    .select(personCounts('person.id').as('counts'))
    .executeTakeFirst();
  return { ...noCounts, ...row?.counts };
}
