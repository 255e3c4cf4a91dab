import { mailAccount } from '../../../identity/account/mail-account.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { addAuditEntry } from '../../../identity/operators/audit.ts';
import { livePeople } from '../../../identity/account/live-people.ts';
import { invalid, missing, Problem } from '../../../kernel/problem.ts';
import type { App } from '../../../platform/app.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { may, type Viewer } from '../../../platform/http/caller.ts';
import type { CaseSubject, Decision } from '../../moderation/case.ts';
import { longestMessage } from '../settle-case.ts';
import { learnReversal } from '../learn-from.ts';
import { subjectReference } from '../notify-decision.ts';
import { restoreContent } from '../undo.ts';
import { notify } from '../../notify/notify.ts';

interface AppealSettlement {
  outcome: 'granted' | 'declined';
  /** The message to the author. */
  answer?: string | undefined;
}

/**
 * Grants an appeal, which reverses the decision, or declines it. The moderator who decided cannot settle it
 * if the site has another moderator.
 */
export async function settleAppeal(
  app: App,
  moderator: Viewer,
  id: string,
  { outcome, answer: typed = '' }: AppealSettlement,
): Promise<void> {
  if (!may(moderator, 'moderate')) throw new Problem('forbidden', t('Only moderators can do that'));
  const answer = typed.trim();
  if (answer.length > longestMessage)
    throw invalid('answer', t('At most {longestMessage} characters', { longestMessage }));
  await inTransaction(app, async (app) => {
    const settled = await app.db
      .updateTable('social.appeal as appeal')
      .from('social.moderation_case as one')
      .whereRef('one.id', '=', 'appeal.case_id')
      .set({ outcome, answer, settled_at: app.clock.now(), settled_by: moderator.id })
      .where('appeal.id', '=', id)
      .where('appeal.settled_at', 'is', null)
      .returning(['one.id', 'one.subject', 'one.subject_id', 'one.author_id', 'one.held_at'])
      .returning(['one.decision', 'one.settled_by'])
      .executeTakeFirst();
    if (!settled) throw await whyNot(app, id);
    if (settled.author_id === moderator.id)
      throw new Problem('forbidden', t('You cannot moderate your own content'));
    if (settled.settled_by === moderator.id && (await hasOthers(app, moderator, settled.author_id)))
      throw new Problem('forbidden', t('You made this decision. A different moderator must review it.'));
    const subject = settled.subject as CaseSubject;
    const decision = settled.decision as Decision;
    if (outcome === 'granted') {
      await restoreContent(app, moderator, { ...settled, subject, decision }, false);
      await learnReversal(app, settled.id);
    }
    await addAuditEntry(
      app,
      moderator.id,
      outcome === 'granted' ? 'appeal.grant' : 'appeal.decline',
      `${subject} ${settled.subject_id}`,
      answer,
    );
    if (decision === 'suspend') await mailOutcome(app, settled.author_id, outcome, answer);
    const place = await subjectReference(app, subject, settled.subject_id);
    await notify(app, { to: settled.author_id, kind: 'appeal', outcome, ...place });
  });
}

async function whyNot({ db }: App, id: string): Promise<Problem> {
  const found = await db
    .selectFrom('social.appeal as appeal')
    .leftJoin('identity.account as moderator', 'moderator.id', 'appeal.settled_by')
    .where('appeal.id', '=', id)
    .select(['appeal.outcome', 'moderator.username'])
    .executeTakeFirst();
  if (!found) return missing(t('Appeal'));
  return new Problem('conflict', t('Another moderator has already decided it'));
}

/**
 * Whether the site has a moderator besides this one and the author. If not, the same moderator reviews the
 * appeal.
 */
async function hasOthers({ db }: App, { id }: Viewer, authorId: string): Promise<boolean> {
  const other = await db
    .selectFrom('identity.account as account')
    .innerJoin(livePeople('person'), (join) => join.onRef('person.id', '=', 'account.id'))
    .where('account.role', 'in', ['operator', 'moderator'])
    .where('account.id', 'not in', [id, authorId])
    .select('account.id')
    .executeTakeFirst();
  return other !== undefined;
}

const mailOutcome = (app: App, accountId: string, outcome: 'granted' | 'declined', answer: string) =>
  mailAccount(app, accountId, () => ({
    subject:
      outcome === 'granted' ? t('Your account has been reinstated') : t('Your account remains suspended'),
    text: [
      outcome === 'granted'
        ? t('Your appeal at {base} was reviewed by a different moderator. You can sign in again.', {
            base: app.config.plazaUrl,
          })
        : t('Your appeal at {base} was reviewed by a different moderator. The decision stands.', {
            base: app.config.plazaUrl,
          }),
      ...(answer === '' ? [] : [`  ${answer.replaceAll('\n', '\n  ')}`]),
    ].join('\n\n'),
  }));
