import { note } from '../../identity/audit.ts';
import { suspendAccount } from '../../identity/suspend-account.ts';
import { findViewer } from '../../identity/viewer.ts';
import { invalid, missing, Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { may, type Viewer } from '../../platform/http/caller.ts';
import { hide, takeAway } from '../moderation/take-away.ts';
import type { Outcome } from '../notifications/kinds.ts';
import { notify } from '../notifications/notify.ts';
import type { ReportDecision, ReportSubject } from './report.ts';

export interface ReportSettlement {
  subject: ReportSubject;
  id: string;
  decision: ReportDecision;
}

const words: Readonly<Record<ReportDecision, string>> = {
  keep: 'kept what was reported',
  hide: 'hid what was reported',
  remove: 'took away what was reported',
  warn: 'warned the author of what was reported',
  suspend: 'suspended the author of what was reported',
};

/** What its author is told; whoever is suspended reads nothing, and whoever is right is not bothered. */
const outcomes: Partial<Record<ReportDecision, Outcome>> = {
  hide: 'hidden',
  remove: 'removed',
  warn: 'warned',
};

/** Decides about all open reports of one thing, and tells those who made them. */
export async function settleReport(app: App, moderator: Viewer, given: ReportSettlement): Promise<void> {
  if (!may(moderator, 'moderate')) throw new Problem('forbidden', 'Only moderators decide that');
  const { subject, id, decision } = given;
  if (subject === 'person' && (decision === 'hide' || decision === 'remove'))
    throw invalid('decision', 'A person can be left, warned or suspended');
  await inTransaction(app, async (app) => {
    const settled = await app.db
      .updateTable('social.report')
      .set({ settled_at: app.clock.now(), settled_by: moderator.id, decision })
      .where('subject', '=', subject)
      .where('subject_id', '=', id)
      .where('settled_at', 'is', null)
      .returning(['reporter_id', 'author_id'])
      .execute();
    const authorId = settled[0]?.author_id;
    if (authorId === undefined) throw missing('Report');
    await refuseOwnCase(app, moderator, authorId, decision);
    await act(app, moderator, given, authorId);
    await note(app, moderator.id, words[decision], `${subject} ${id}`);
    for (const { reporter_id } of settled)
      await notify(app, {
        to: reporter_id,
        kind: 'report',
        outcome: decision === 'keep' ? 'kept' : 'acted',
      });
  });
}

/** Nobody but an operator decides about what is theirs, or suspends another moderator. */
async function refuseOwnCase(
  app: App,
  moderator: Viewer,
  authorId: string,
  decision: ReportDecision,
): Promise<void> {
  if (may(moderator, 'operate')) return;
  if (authorId === moderator.id)
    throw new Problem('forbidden', 'That is yours: another moderator decides about it');
  if (decision === 'suspend' && may(await findViewer(app, authorId), 'moderate'))
    throw new Problem('forbidden', 'An operator decides about moderators');
}

async function act(
  app: App,
  moderator: Viewer,
  { subject, id, decision }: ReportSettlement,
  authorId: string,
): Promise<void> {
  if (decision === 'suspend') return suspendAccount(app, moderator, authorId);
  if (subject !== 'person' && decision === 'hide') await hide(app, subject, id);
  if (subject !== 'person' && decision === 'remove') await takeAway(app, moderator, subject, id);
  const outcome = outcomes[decision];
  if (outcome)
    await notify(app, { to: authorId, kind: 'decision', outcome, ...(await placeOf(app, subject, id)) });
}

/** Where it stands, as notifications name it. */
async function placeOf(
  app: App,
  subject: ReportSubject,
  id: string,
): Promise<{ postId?: string; commentId?: string }> {
  if (subject === 'person') return {};
  if (subject === 'post') return { postId: id };
  const { post_id } = await app.db
    .selectFrom('social.comment')
    .where('id', '=', id)
    .select('post_id')
    .executeTakeFirstOrThrow();
  return { postId: post_id, commentId: id };
}
