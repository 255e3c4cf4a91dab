import { note } from '../../identity/audit.ts';
import { missing, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { may, type Viewer } from '../../platform/http/caller.ts';
import { countComment } from '../comments/count-comment.ts';
import { notifyReply } from '../forums/notify-reply.ts';
import { notifyComment } from '../notifications/notify-comment.ts';
import { notifyMentioned } from '../notifications/notify-mentioned.ts';
import { notify } from '../notifications/notify.ts';
import { countPost } from '../posts/count-post.ts';
import { notifyAnswer } from '../questions/notify-answer.ts';

export interface Decision {
  subject: 'post' | 'comment';
  id: string;
  /** Let it be seen, or take it away. */
  decision: 'release' | 'remove';
}

/** Says what becomes of a held post or comment, and tells its author; once others may see it, those whom it concerns. */
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
    if (decision === 'release') await (subject === 'post' ? countPost : countComment)(app, id, 1);
    await app.db
      .updateTable('social.verdict')
      .set({ settled_at: now, settled_by: moderator.id })
      .where('subject', '=', subject)
      .where('subject_id', '=', id)
      .where('settled_at', 'is', null)
      .execute();
    await note(app, moderator.id, decision === 'release' ? 'let through' : 'took away', `${subject} ${id}`);
    await tell(app, { subject, id, decision }, held.author_id);
  });
}

async function tell(app: App, { subject, id, decision }: Decision, authorId: string): Promise<void> {
  const isReleased = decision === 'release';
  const place = subject === 'post' ? { postId: id } : { postId: await postOf(app, id), commentId: id };
  const outcome = isReleased ? 'released' : 'removed';
  await notify(app, { to: authorId, kind: 'decision', outcome, ...place });
  if (!isReleased) return;
  if (subject === 'post') await notifyAnswer(app, id);
  if (subject === 'post') await notifyReply(app, id);
  if (subject === 'comment') await notifyComment(app, id);
  else await notifyMentioned(app, authorId, place);
}

async function postOf({ db }: App, commentId: string): Promise<string> {
  const { post_id } = await db
    .selectFrom('social.comment')
    .where('id', '=', commentId)
    .select('post_id')
    .executeTakeFirstOrThrow();
  return post_id;
}
