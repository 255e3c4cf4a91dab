import { sql } from 'kysely';
import { livePeople } from '../../identity/account/people.ts';
import { mailAccount } from '../../identity/account/email.ts';
import { addAuditEntry } from '../../identity/operators/audit.ts';
import { invalid, missing, Problem, msg } from '../../kernel/problem.ts';
import { t, translateInstalled } from '../../web/translation/translate.ts';
import { type App, verb, inTransaction, may, type Viewer } from '../../platform/app.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import type { CaseSubject, CaseDecision } from '../moderation/case.ts';
import { notify } from '../notify/notify.ts';
import { type Person, toPerson } from '../people/person.ts';
import type { AssignedTo } from '../../identity/operators/handover.ts';
import { type Assignee, type Assignment, assignmentsOf, isAssigned, toAssignee } from './assigning.ts';
import { learnReversal, subjectReference } from './effects.ts';
import { reportedText } from './messages.ts';
import { longestDecisionMessage } from './settle-case.ts';
import { restoreContent } from './undo.ts';

/** A decision as its author sees it, and the outcome of their appeal. */
export interface DecisionAgainst {
  /** The case ID. */
  id: string;
  subject: CaseSubject;
  /** The kind of the post, or else the subject. */
  kind: string;
  /** Excerpt of the content. Empty if the decision concerns the person. */
  excerpt: string;
  decision: CaseDecision;
  /** The category of the decision, if one was given. */
  category: string | null;
  /** The moderator's message to the author. */
  message: string;
  at: Date;
  suspendedUntil: Date | null;
  appeal: Appeal | null;
}

interface Appeal {
  id: string;
  text: string;
  at: Date;
  outcome: 'granted' | 'declined' | null;
  answer: string;
}

const max = 20;

/** An open appeal, with the content it concerns as it was at the time. */
export interface WaitingAppeal {
  id: string;
  text: string;
  at: Date;
  author: Person;
  subject: CaseSubject;
  subjectId: string;
  kind: string;
  title: string;
  original: string;
  decision: CaseDecision;
  message: string;
  category: string | null;
  /** The moderator who decided. Null if their account was deleted. */
  decidedBy: { id: string; name: string; username: string } | null;
  decidedAt: Date;
  caseId: string;
  assignee: Assignee | null;
  assignments: Assignment[];
}

/** Returns open appeals, oldest first. */
export async function listAppeals(
  app: App,
  assigned?: { to: AssignedTo; moderator: Viewer },
): Promise<WaitingAppeal[]> {
  const rows = await app.db
    .selectFrom('social.appeal as appeal')
    .innerJoin('social.moderation_case as one', 'one.id', 'appeal.case_id')
    .innerJoin('identity.account as author', 'author.id', 'appeal.account_id')
    .leftJoin(livePeople('moderator'), (join) => join.onRef('moderator.id', '=', 'one.settled_by'))
    .leftJoin('identity.account as assignee', 'assignee.id', 'one.claimed_by')
    .leftJoin('social.report_category as category', 'category.id', 'one.category_id')
    .leftJoin('social.post as post', (join) =>
      join.on('one.subject', '=', 'post').onRef('post.id', '=', 'one.subject_id'),
    )
    .leftJoin('social.paywall as wall', 'wall.post_id', 'post.id')
    .leftJoin('social.comment as comment', (join) =>
      join.on('one.subject', '=', 'comment').onRef('comment.id', '=', 'one.subject_id'),
    )
    .leftJoin('social.page as page', (join) =>
      join.on('one.subject', '=', 'page').onRef('page.id', '=', 'one.subject_id'),
    )
    .where('appeal.settled_at', 'is', null)
    .$call(whenGiven(assigned, (query, { to, moderator }) => query.where(isAssigned(to, moderator))))
    .where('author.deleted_at', 'is', null)
    .orderBy('appeal.id')
    .limit(max)
    .select(['author.id', 'author.username', 'author.first_name', 'author.last_name'])
    .select(['author.picture', 'author.picture_small', 'author.verified_at'])
    .select(['appeal.id as appeal_id', 'appeal.text', 'appeal.created_at'])
    .select(['one.subject', 'one.subject_id', 'one.kind', 'one.decision', 'one.message', 'one.settled_at'])
    .select(['category.title as category', 'one.id as case_id', 'one.claimed_at'])
    .select(['assignee.id as assignee_id', 'assignee.username as assignee_username'])
    .select((eb) => assignmentsOf(eb.ref('one.id')).as('assignments'))
    .select(['moderator.id as moderator_id', 'moderator.username as moderator_username'])
    .select(['moderator.first_name as moderator_first', 'moderator.last_name as moderator_last'])
    .select([
      sql<string>`coalesce(post.title, page.title, '')`.as('title'),
      sql<string>`coalesce(wall.text, post.text, comment.text, page.about, ${reportedText}, author.biography, '')`.as(
        'original',
      ),
    ])
    .execute();
  return rows.map((row) => ({
    id: row.appeal_id,
    text: row.text,
    at: row.created_at,
    author: toPerson(app, row),
    subject: row.subject as CaseSubject,
    subjectId: row.subject_id,
    kind: row.kind,
    title: row.title,
    original: row.original,
    decision: row.decision as CaseDecision,
    message: row.message,
    category: row.category === null ? null : translateInstalled(row.category),
    decidedBy:
      row.moderator_id === null
        ? null
        : {
            id: row.moderator_id,
            username: row.moderator_username ?? '',
            name: `${row.moderator_first} ${row.moderator_last}`.trim(),
          },
    decidedAt: row.settled_at ?? row.created_at,
    caseId: row.case_id,
    assignee: toAssignee(app, row),
    assignments: row.assignments,
  }));
}

interface AppealSettlement {
  outcome: 'granted' | 'declined';
  /** The message to the author. */
  answer?: string | undefined;
}

/**
 * Grants an appeal, which reverses the decision, or declines it. The moderator who decided cannot settle it
 * if the site has another moderator.
 */
export const settleAppeal = verb(
  { name: 'cases.settle-appeal', who: 'moderator' },
  async (
    app: App,
    moderator: Viewer,
    id: string,
    { outcome, answer: typed = '' }: AppealSettlement,
  ): Promise<void> => {
    if (!may(moderator, 'moderate')) throw new Problem('forbidden', msg('Only moderators can do that'));
    const answer = typed.trim();
    if (answer.length > longestDecisionMessage)
      throw invalid(
        'answer',
        msg('At most {longestMessage} characters', { longestMessage: longestDecisionMessage }),
      );
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
      await app.db
        .updateTable('social.moderation_case')
        .set({ claimed_by: null, claimed_at: null })
        .where('id', '=', settled.id)
        .execute();
      if (settled.author_id === moderator.id)
        throw new Problem('forbidden', msg('You cannot moderate your own content'));
      if (settled.settled_by === moderator.id && (await hasOthers(app, moderator, settled.author_id)))
        throw new Problem('forbidden', msg('You made this decision. A different moderator must review it.'));
      const subject = settled.subject as CaseSubject;
      const decision = settled.decision as CaseDecision;
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
  },
);

async function whyNot({ db }: App, id: string): Promise<Problem> {
  const found = await db
    .selectFrom('social.appeal as appeal')
    .leftJoin('identity.account as moderator', 'moderator.id', 'appeal.settled_by')
    .where('appeal.id', '=', id)
    .select(['appeal.outcome', 'moderator.username'])
    .executeTakeFirst();
  if (!found) return missing(msg('Appeal'));
  return new Problem('conflict', msg('Another moderator has already decided it'));
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
