import { sql } from 'kysely';
import { invalid, missing, Problem, msg } from '../../kernel/problem.ts';
import { cleanText, isBlank } from '../../kernel/text.ts';
import { days, minutes } from '../../kernel/time.ts';
import { translateInstalled } from '../../web/translation/translate.ts';
import { type App, verb } from '../../platform/app.ts';
import { whenGiven } from '../../platform/database/queries.ts';
import type { DecisionAgainst } from '../cases/appeals.ts';
import { reportedText } from '../cases/messages.ts';
import { appealable, type CaseSubject, type CaseDecision } from '../moderation/case.ts';
import { short } from '../text/plain.ts';

/** How long decisions are listed and can be appealed. */
const appealWithin = days(60);
const max = 50;
const longestExcerpt = 300;

/** Returns moderation decisions about an account's content, newest first. */
export async function listDecisions(app: App, accountId: string): Promise<DecisionAgainst[]> {
  const rows = await select(app)
    .where('one.author_id', '=', accountId)
    .orderBy('one.id', 'desc')
    .limit(max)
    .execute();
  return rows.map(toDecision);
}

/** Returns one decision. Without `accountId`, of any account. */
export async function getDecision(
  app: App,
  id: string,
  accountId?: string,
): Promise<DecisionAgainst & { accountId: string }> {
  const row = await select(app)
    .where('one.id', '=', id)
    .$call(whenGiven(accountId, (query, accountId) => query.where('one.author_id', '=', accountId)))
    .executeTakeFirst();
  if (!row) throw missing(msg('Decision'));
  return { ...toDecision(row), accountId: row.author_id };
}

const select = (app: App) =>
  app.db
    .selectFrom('social.moderation_case as one')
    .leftJoin('social.report_category as category', 'category.id', 'one.category_id')
    .leftJoin('social.appeal as appeal', 'appeal.case_id', 'one.id')
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
    .where('one.decision', 'in', [...appealable])
    .where('one.settled_at', '>', new Date(app.clock.now().getTime() - appealWithin))
    .select(['one.id', 'one.author_id', 'one.subject', 'one.kind', 'one.decision', 'one.message'])
    .select(['one.settled_at', 'one.suspended_until', 'category.title as category'])
    .select(['appeal.id as appeal_id', 'appeal.text as appeal_text', 'appeal.created_at as appeal_at'])
    .select(['appeal.outcome', 'appeal.answer'])
    .select(
      sql<string>`coalesce(nullif(post.title, ''), wall.text, post.text, comment.text, page.title, ${reportedText}, '')`.as(
        'said',
      ),
    );

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

function toDecision(row: Row): DecisionAgainst {
  return {
    id: row.id,
    subject: row.subject as CaseSubject,
    kind: row.kind,
    excerpt: short(row.said, longestExcerpt),
    decision: row.decision as CaseDecision,
    category: row.category === null ? null : translateInstalled(row.category),
    message: row.message,
    at: row.settled_at ?? new Date(0),
    suspendedUntil: row.suspended_until,
    appeal:
      row.appeal_id === null || row.appeal_at === null
        ? null
        : {
            id: row.appeal_id,
            text: row.appeal_text ?? '',
            at: row.appeal_at,
            outcome: row.outcome as 'granted' | 'declined' | null,
            answer: row.answer ?? '',
          },
  };
}

export const longestAppeal = 2000;

/**
 * Appeals a decision for review by another moderator. Each decision can be appealed only once. The caller
 * must verify that the decision concerns the account.
 */
export const addAppeal = verb(
  { name: 'appeals.add', who: 'anyone', limit: { by: ['address'], calls: 20, within: minutes(5) } },
  async (app: App, accountId: string, caseId: string, typed: string): Promise<void> => {
    const text = cleanText(typed, 'text', longestAppeal).trim();
    if (isBlank(text)) throw invalid('text', msg('Explain why it should be reviewed again'));
    const { id } = await getDecision(app, caseId, accountId);
    const added = await app.db
      .insertInto('social.appeal')
      .values({ case_id: id, account_id: accountId, text, created_at: app.clock.now() })
      .onConflict((conflict) => conflict.column('case_id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) throw new Problem('conflict', msg('You already appealed this decision'), { field: 'text' });
  },
);
