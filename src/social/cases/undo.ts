import { msg, missing, Problem } from '../../kernel/problem.ts';
import { addAuditEntry } from '../../identity/operators/audit.ts';
import { liftSuspension } from '../../identity/people/suspend-account.ts';
import { hours } from '../../kernel/time.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { revertToHeld, approveContent, type Subject } from './effects.ts';
import { unlearn } from '../moderation/spam.ts';
import type { CaseSubject, CaseDecision } from '../moderation/case.ts';
import { suspensionSource } from './settle-case.ts';

const undoWithin = hours(1);

interface Decided {
  id: string;
  subject: CaseSubject;
  subject_id: string;
  author_id: string;
  held_at: Date | null;
  decision: CaseDecision;
}

/**
 * Undoes a decision of the last hour. The case is open again as before, and the spam model unlearns the
 * decision. Unread notifications of the decision are withdrawn; read ones remain.
 */
export const undoSettlement = verb(
  { name: 'cases.undo', who: 'moderator' },
  async (app: App, moderator: Viewer, id: string): Promise<void> => {
    await inTransaction(app, async (app) => {
      const found = await app.db
        .selectFrom('social.moderation_case as one')
        .where('id', '=', id)
        .where('settled_by', '=', moderator.id)
        .where('settled_at', '>', new Date(app.clock.now().getTime() - undoWithin))
        .select(['id', 'subject', 'subject_id', 'author_id', 'held_at', 'decision', 'settled_at'])
        .select((eb) => [
          eb
            .exists(eb.selectFrom('social.appeal').whereRef('case_id', '=', 'one.id').select('id'))
            .as('is_appealed'),
          eb
            .exists(
              eb
                .selectFrom('social.moderation_case as other')
                .whereRef('other.subject', '=', 'one.subject')
                .whereRef('other.subject_id', '=', 'one.subject_id')
                .whereRef('other.id', '>', 'one.id')
                .select('other.id'),
            )
            .as('is_reopened'),
        ])
        .forUpdate()
        .executeTakeFirst();
      if (!found?.settled_at) throw missing(msg('Decision from the last hour'));
      if (found.is_appealed)
        throw new Problem('conflict', msg('The author has appealed, so a different moderator decides'));
      if (found.is_reopened) throw new Problem('conflict', msg('This case is already in the queue again'));
      const decided = {
        ...found,
        subject: found.subject as CaseSubject,
        decision: found.decision as CaseDecision,
      };
      await restoreContent(app, moderator, decided, true);
      await app.db
        .updateTable('social.moderation_case')
        .set({ settled_at: null, settled_by: null, decision: null, category_id: null, message: '' })
        .set({ suspended_until: null })
        .where('id', '=', id)
        .execute();
      await app.db
        .updateTable('social.report')
        .set({ settled_at: null, settled_by: null, decision: null })
        .where('subject', '=', found.subject)
        .where('subject_id', '=', found.subject_id)
        .where('settled_at', '=', found.settled_at)
        .execute();
      await withdrawNotification(app, decided, found.settled_at);
      await unlearn(app, id);
      await addAuditEntry(app, moderator.id, 'decision.reverse', `${found.subject} ${found.subject_id}`);
    });
  },
);

/**
 * Restores the content of a case. With `waits`, content that was held is held again; otherwise it becomes
 * visible.
 */
export async function restoreContent(
  app: App,
  moderator: Pick<Viewer, 'id'>,
  decided: Decided,
  reHold: boolean,
): Promise<void> {
  const { id, subject, subject_id, author_id, held_at, decision } = decided;
  if (decision === 'suspend') await liftSuspension(app, moderator, author_id, suspensionSource(id));
  if (subject === 'person' || subject === 'term') return;
  const thing: Subject = subject;
  if (reHold && held_at) await revertToHeld(app, thing, subject_id);
  else if (decision !== 'warn' && decision !== 'approve') await approveContent(app, thing, subject_id);
}

/** Withdraws unread notifications of the decision from the author and the reporters. */
async function withdrawNotification(
  { db }: App,
  { author_id, subject, subject_id }: Decided,
  at: Date,
): Promise<void> {
  await db
    .deleteFrom('social.notification')
    .where('kind', 'in', ['decision', 'report'])
    .where('at', '=', at)
    .where('read_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('account_id', '=', author_id).and('kind', '=', 'decision'),
        eb('kind', '=', 'report').and(
          'account_id',
          'in',
          eb
            .selectFrom('social.report')
            .where('subject', '=', subject)
            .where('subject_id', '=', subject_id)
            .select('reporter_id'),
        ),
      ]),
    )
    .execute();
}
