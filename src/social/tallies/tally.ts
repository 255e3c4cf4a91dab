import { sql } from 'kysely';
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
export type Change = { by: string; n: number } & (
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
export async function tally(app: App, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ subject, id, kind, by, n }) => ({
    subject,
    subject_id: id,
    kind,
    slot: Number(BigInt(by) % BigInt(slots)),
    n,
  }));
  // Rows are locked in a fixed order to avoid deadlocks.
  rows.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
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

const keyOf = (row: { subject: string; subject_id: string; kind: string }) =>
  `${row.subject} ${row.subject_id.padStart(20, '0')} ${row.kind}`;
