import type { App } from '../../platform/app.ts';
import type { Outcome } from '../notify/kinds.ts';
import { notify } from '../notify/notify.ts';
import type { CaseSubject, Decision } from '../moderation/case.ts';
import type { SettledCase } from './settle-case.ts';

/**
 * Notification outcomes by decision. Other decisions send no notification, except the approval of held
 * content.
 */
const outcomes: Partial<Record<Decision, Outcome>> = { hide: 'hidden', remove: 'removed', warn: 'warned' };

export async function notifyAuthor(
  app: App,
  { subject, subject_id, author_id, held_at }: SettledCase,
  decision: Decision,
): Promise<void> {
  const outcome = decision === 'approve' && held_at ? 'released' : outcomes[decision];
  if (!outcome) return;
  const place = await subjectReference(app, subject, subject_id);
  await notify(app, { to: author_id, kind: 'decision', outcome, ...place });
}

/** Settles the reports about a subject and notifies the reporters. */
export async function notifyReporters(
  app: App,
  moderator: { id: string },
  { subject, subject_id }: SettledCase,
  decision: Decision,
): Promise<void> {
  const settled = await app.db
    .updateTable('social.report')
    .set({ settled_at: app.clock.now(), settled_by: moderator.id, decision })
    .where('subject', '=', subject)
    .where('subject_id', '=', subject_id)
    .where('settled_at', 'is', null)
    .returning('reporter_id')
    .execute();
  const outcome = decision === 'approve' ? 'kept' : 'acted';
  for (const { reporter_id } of settled) await notify(app, { to: reporter_id, kind: 'report', outcome });
}

/** Returns the reference to a subject that notifications use. */
export async function subjectReference(
  { db }: App,
  subject: CaseSubject,
  id: string,
): Promise<{ postId?: string; commentId?: string; pageId?: string; messageId?: string }> {
  if (subject === 'post') return { postId: id };
  if (subject === 'page') return { pageId: id };
  if (subject === 'message') return { messageId: id };
  if (subject !== 'comment') return {};
  const found = await db
    .selectFrom('social.comment')
    .where('id', '=', id)
    .select('post_id')
    .executeTakeFirstOrThrow();
  return { postId: found.post_id, commentId: id };
}
