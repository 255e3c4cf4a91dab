import { addAuditEntry } from '../../identity/operators/audit.ts';
import { refuseAbove } from '../../identity/operators/operators.ts';
import { suspendAccount } from '../../identity/people/suspend-account.ts';
import { invalid, Problem, msg } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import { type App, verb, inTransaction, may, type Viewer } from '../../platform/app.ts';
import { type CaseSubject, type CaseDecision, decisionActions } from '../moderation/case.ts';
import { findCategory } from '../reports/categories.ts';
import { claimDuration, settlementConflict } from './assigning.ts';
import {
  approveContent,
  hide,
  learnFrom,
  mailSuspension,
  notifyAuthor,
  notifyReporters,
  removeContent,
  type Subject,
} from './effects.ts';

export const longestDecisionMessage = 1000;

export interface CaseSettlement {
  decision: CaseDecision;
  /** ID or name of a report category. Defaults to the reported category. */
  category?: string | undefined;
  /** The message to the author; required for a warning or suspension. */
  message?: string | undefined;
  /** Duration of a suspension. Undefined for an indefinite one. */
  days?: number | undefined;
}

export interface SettledCase {
  id: string;
  subject: CaseSubject;
  subject_id: string;
  author_id: string;
  held_at: Date | null;
  score: number | null;
  rule: string;
}

/**
 * Settles an open case. Throws a conflict that names the moderator if another one has decided or claimed it.
 * Notifies the author and the reporters, trains the spam model, and writes to the audit log.
 */
export const settleCase = verb(
  { name: 'cases.settle', who: 'moderator' },
  async (app: App, moderator: Viewer, id: string, given: CaseSettlement): Promise<void> => {
    if (!may(moderator, 'moderate')) throw new Problem('forbidden', msg('Only moderators can do that'));
    const message = (given.message ?? '').trim();
    if (message === '' && (given.decision === 'warn' || given.decision === 'suspend'))
      throw invalid('message', msg('Enter a reason. The person will see it.'));
    if (message.length > longestDecisionMessage)
      throw invalid(
        'message',
        msg('At most {longestMessage} characters', { longestMessage: longestDecisionMessage }),
      );
    await inTransaction(app, async (app) => {
      const settled = await claimForGood(app, moderator, id, given, message);
      if (settled.subject === 'person' && (given.decision === 'hide' || given.decision === 'remove'))
        throw invalid('decision', msg('A profile can only be approved, its owner warned or suspended'));
      if (settled.subject === 'message' && given.decision === 'hide')
        throw invalid(
          'decision',
          msg('A message can only be approved or removed, or its author warned or suspended'),
        );
      await refuseOwnCase(app, moderator, settled.author_id, given.decision);
      const categoryId = await categoryOf(app, settled, given);
      const until = given.days === undefined ? null : new Date(app.clock.now().getTime() + days(given.days));
      await app.db
        .updateTable('social.moderation_case')
        .set({ category_id: categoryId, suspended_until: given.decision === 'suspend' ? until : null })
        .where('id', '=', id)
        .execute();
      await act(app, moderator, settled, { ...given, message, until });
      await settleVerdicts(app, moderator, settled);
      await learnFrom(app, settled, given.decision, categoryId);
      await notifyReporters(app, moderator, settled, given.decision);
      await notifyAuthor(app, settled, given.decision);
      await addAuditEntry(
        app,
        moderator.id,
        decisionActions[given.decision],
        `${settled.subject} ${settled.subject_id}`,
        message,
      );
    });
  },
);

async function claimForGood(
  app: App,
  moderator: Viewer,
  id: string,
  { decision }: CaseSettlement,
  message: string,
): Promise<SettledCase> {
  const now = app.clock.now();
  const settled = await app.db
    .updateTable('social.moderation_case')
    .set({ settled_at: now, settled_by: moderator.id, decision, message, claimed_by: null, claimed_at: null })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('claimed_by', 'is', null),
        eb('claimed_by', '=', moderator.id),
        eb('claimed_at', '<', new Date(now.getTime() - claimDuration)),
      ]),
    )
    .returning(['id', 'subject', 'subject_id', 'author_id', 'held_at', 'score', 'rule'])
    .executeTakeFirst();
  if (!settled) throw await settlementConflict(app, id);
  return { ...settled, subject: settled.subject as CaseSubject };
}

/** The source that marks a suspension as part of a case. */
export const suspensionSource = (caseId: string) => `case ${caseId}`;

/**
 * Throws if the moderator may not decide the case. Only operators may decide about their own content.
 * Moderators cannot act on operators, and cannot suspend or warn moderators.
 */
async function refuseOwnCase(
  app: App,
  moderator: Viewer,
  authorId: string,
  decision: CaseDecision,
): Promise<void> {
  if (may(moderator, 'operate')) return;
  if (authorId === moderator.id) throw new Problem('forbidden', msg('You cannot moderate your own content'));
  if (decision === 'approve') return;
  await refuseAbove(
    app,
    moderator,
    authorId,
    decision === 'suspend' || decision === 'warn' ? 'as equal' : undefined,
  );
}

/**
 * Returns the given category, else the most reported one. Removed content that only a rule held counts as
 * spam.
 */
async function categoryOf(
  app: App,
  { subject, subject_id, held_at }: SettledCase,
  { category, decision }: CaseSettlement,
): Promise<string | null> {
  if (decision === 'approve') return null;
  if (category) return (await findCategory(app, category)).id;
  const reported = await app.db
    .selectFrom('social.report')
    .where('subject', '=', subject)
    .where('subject_id', '=', subject_id)
    .where('settled_at', 'is', null)
    .groupBy('category_id')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('category_id')
    .select('category_id')
    .executeTakeFirst();
  if (reported) return reported.category_id;
  if (!held_at) return null;
  const spam = await app.db
    .selectFrom('social.report_category')
    .where('name', '=', 'spam')
    .select('id')
    .executeTakeFirst();
  return spam?.id ?? null;
}

async function act(
  app: App,
  moderator: Viewer,
  { id, subject, subject_id, author_id, held_at }: SettledCase,
  { decision, message, until }: { decision: CaseDecision; message: string; until: Date | null },
): Promise<void> {
  const thing: Subject | undefined = subject === 'person' || subject === 'term' ? undefined : subject;
  if (decision === 'suspend') {
    await suspendAccount(app, moderator, author_id, { reason: message, until, source: suspensionSource(id) });
    await mailSuspension(app, { caseId: id, accountId: author_id, message, until });
  }
  if (!thing) return;
  if ((decision === 'approve' || decision === 'warn') && held_at)
    await approveContent(app, thing, subject_id);
  if (decision === 'hide' && thing !== 'message') await hide(app, thing, subject_id);
  if (decision === 'remove' || decision === 'suspend') await removeContent(app, moderator, thing, subject_id);
}

async function settleVerdicts(
  app: App,
  moderator: Viewer,
  { subject, subject_id }: SettledCase,
): Promise<void> {
  await app.db
    .updateTable('social.verdict')
    .set({ settled_at: app.clock.now(), settled_by: moderator.id })
    .where('subject', '=', subject)
    .where('subject_id', '=', subject_id)
    .where('settled_at', 'is', null)
    .execute();
}

/**
 * Applies the same decision to several cases, each on its own. Returns the cases that failed, such as those
 * another moderator settled first.
 */
export const settleCases = verb(
  { name: 'cases.settle-many', who: 'moderator' },
  async (
    app: App,
    moderator: Viewer,
    ids: readonly string[],
    given: CaseSettlement,
  ): Promise<{ done: string[]; left: Problem[] }> => {
    const done: string[] = [];
    const left: Problem[] = [];
    for (const id of new Set(ids)) {
      try {
        await settleCase(app, moderator, id, given);
        done.push(id);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        left.push(error);
      }
    }
    return { done, left };
  },
);
