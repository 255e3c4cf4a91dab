import { missing, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { may, type Viewer } from '../../platform/http/caller.ts';
import { tally, type Change } from '../tallies/tally.ts';

export interface Decision {
  subject: 'post' | 'comment';
  id: string;
  /** Let it be seen, or take it away. */
  decision: 'release' | 'remove';
}

/** Says what becomes of a held post or comment. */
export async function settle(
  app: App,
  moderator: Viewer,
  { subject, id, decision }: Decision,
): Promise<void> {
  if (!may(moderator, 'moderate')) throw new Problem('forbidden', 'Only moderators decide that');
  await inTransaction(app, async (app) => {
    const now = app.clock.now();
    const held = await app.db
      .updateTable(`social.${subject}`)
      .set(decision === 'release' ? { held_at: null } : { deleted_at: now, deleted_by: moderator.id })
      .where('id', '=', id)
      .where('held_at', 'is not', null)
      .where('deleted_at', 'is', null)
      .returning('author_id')
      .executeTakeFirst();
    if (!held) throw missing('What waited');
    await tally(app, await countsOf(app, { subject, id, decision }, held.author_id));
    await app.db
      .updateTable('social.verdict')
      .set({ settled_at: now, settled_by: moderator.id })
      .where('subject', '=', subject)
      .where('subject_id', '=', id)
      .where('settled_at', 'is', null)
      .execute();
  });
}

/** A held post was counted when it was written, a held comment was not. */
async function countsOf(app: App, { subject, id, decision }: Decision, authorId: string): Promise<Change[]> {
  if (subject === 'post')
    return decision === 'remove' ? [{ subject: 'person', id: authorId, kind: 'posts', by: id, n: -1 }] : [];
  if (decision === 'remove') return [];
  const { post_id } = await app.db
    .selectFrom('social.comment')
    .where('id', '=', id)
    .select('post_id')
    .executeTakeFirstOrThrow();
  return [{ subject: 'post', id: post_id, kind: 'comments', by: authorId, n: 1 }];
}
