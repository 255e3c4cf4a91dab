import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { ReactionKind } from './reaction-kinds.ts';

/** `replies` are a thread's replies and a question's answers; `score` is votes for less votes against. */
type PostCount = 'comments' | 'shares' | 'replies' | 'score' | 'voters' | `vote-${number}` | ReactionKind;
type CommentCount = 'replies' | ReactionKind;
export type PersonCount = 'friends' | 'followers' | 'followings' | 'posts';
type PageCount = 'likes' | 'posts';
type ForumCount = 'threads' | 'replies';

/** `n` is 1 or -1, except where many move with their parent. */
export type Change = { by: string; n: number } & (
  | { subject: 'post'; id: string; kind: PostCount }
  | { subject: 'comment'; id: string; kind: CommentCount }
  | { subject: 'person'; id: string; kind: PersonCount }
  | { subject: 'page'; id: string; kind: PageCount }
  | { subject: 'forum'; id: string; kind: ForumCount }
);

const slots = 8;

/**
 * Counts up or down, in the transaction of what is counted. `by` is the actor: the same one always counts in
 * the same slot, and different ones mostly do not wait for each other.
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
  // Everybody takes the rows in one order, so that nobody waits for one who waits for them.
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
