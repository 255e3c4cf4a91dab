import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { existingPeople } from '../../identity/account/people.ts';
import { translateInstalled } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { type CursorPage, whenGiven } from '../../platform/database/queries.ts';
import type { CaseSubject, CaseDecision } from '../moderation/case.ts';
import { getStandings, type Standing, type Trust, trustOf } from '../moderation/trust.ts';
import { type Person, toPerson } from '../people/person.ts';
import type { Post } from '../posts/post.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import { type CaseMessage, getCaseMessages, reportedText } from './messages.ts';
import type { AssignedTo } from '../../identity/operators/handover.ts';
import { type Assignee, type Assignment, assignmentsOf, isAssigned, toAssignee } from './assigning.ts';

const casesOnPage = 20;
const maxReasons = 5;
const maxHistory = 5;

export interface CaseFilter {
  /** The id of the only case. */
  case?: string | undefined;
  /** Only content held by a rule, or only reported content. */
  show?: 'held' | 'reported' | undefined;
  /** The kind of a post, or comment, person, page or message. */
  kind?: string | undefined;
  /** The name of a rule or of a report category. */
  reason?: string | undefined;
  assigned?: AssignedTo | undefined;
  order?: 'oldest' | 'newest' | undefined;
  /** Cursor: the last case of the previous page. */
  after?: string | undefined;
}

/** An open case with everything a moderator needs to decide it. */
export interface Case {
  id: string;
  subject: CaseSubject;
  subjectId: string;
  kind: string;
  author: Person;
  standing: Standing | undefined;
  trust: Trust;
  openedAt: Date;
  heldAt: Date | null;
  rule: string;
  detail: string;
  score: number | null;
  reports: number;
  reasons: { category: string; reason: string; by: string }[];
  /** The moderator who has the case. */
  assignee: Assignee | null;
  /** Who had it, newest first. */
  assignments: Assignment[];
  /** The text. Posts are included in full. */
  title: string;
  text: string;
  post: Post | undefined;
  /** A reported message with its neighboring messages. */
  messages: CaseMessage[];
  /** The parent: the post of a comment, the thread of a reply, the question of an answer. */
  above: { id: string; text: string } | null;
  /** The username of a page. */
  username: string | null;
  /** Earlier decisions about its author, newest first. */
  history: { decision: CaseDecision; kind: string; at: string }[];
}

export type PageOfCases = CursorPage<Case>;

/** Returns open cases, oldest first by default. Omits deleted content. */
export async function listCases(app: App, moderator: Viewer, filter: CaseFilter = {}): Promise<PageOfCases> {
  const descending = filter.order === 'newest';
  const rows = await select(app)
    .where('one.settled_at', 'is', null)
    .$if(filter.show === 'held', (query) => query.where('one.held_at', 'is not', null))
    .$if(filter.show === 'reported', (query) => query.where('one.reports', '>', 0))
    .$call(whenGiven(filter.kind, (query, kind) => query.where('one.kind', '=', kind)))
    .$call(whenGiven(filter.reason, (query, reason) => query.where(isFor(reason))))
    .$call(whenGiven(filter.case, (query, id) => query.where('one.id', '=', id)))
    .$call(whenGiven(filter.assigned, (query, to) => query.where(isAssigned(to, moderator))))
    .$call(whenGiven(filter.after, (query, after) => query.where('one.id', descending ? '<' : '>', after)))
    .orderBy('one.id', descending ? 'desc' : 'asc')
    .limit(casesOnPage + 1)
    .execute();
  const shown = rows.slice(0, casesOnPage);
  return {
    items: await complete(app, moderator, shown),
    next: rows.length > casesOnPage ? shown.at(-1)?.case_id : undefined,
  };
}

const isFor = (reason: string) => sql<boolean>`(one.rule = ${reason} or exists (
  select from social.report join social.report_category as category on category.id = report.category_id
  where report.subject = one.subject and report.subject_id = one.subject_id and report.settled_at is null
    and category.name = ${reason}))`;

/**
 * SQL: whether the subject of a case still exists. `offset 0` forces the lookup per case before the other
 * columns are computed.
 */
const subjectExists = sql<boolean>`case one.subject
  when 'post' then exists (select from social.post where id = one.subject_id and deleted_at is null offset 0)
  when 'comment' then exists (select from social.comment where id = one.subject_id and deleted_at is null offset 0)
  when 'page' then exists (select from social.page where id = one.subject_id and deleted_at is null offset 0)
  when 'message' then ${reportedText} is not null
  else one.subject = 'person' end`;

const select = (app: App) =>
  app.db
    .selectFrom('social.moderation_case as one')
    .innerJoin(existingPeople('author'), (join) => join.onRef('author.id', '=', 'one.author_id'))
    .leftJoin('social.post as post', (join) =>
      join
        .on('one.subject', '=', 'post')
        .onRef('post.id', '=', 'one.subject_id')
        .on('post.deleted_at', 'is', null),
    )
    .leftJoin('social.paywall as wall', 'wall.post_id', 'post.id')
    .leftJoin('social.comment as comment', (join) =>
      join
        .on('one.subject', '=', 'comment')
        .onRef('comment.id', '=', 'one.subject_id')
        .on('comment.deleted_at', 'is', null),
    )
    .leftJoin('social.page as page', (join) =>
      join
        .on('one.subject', '=', 'page')
        .onRef('page.id', '=', 'one.subject_id')
        .on('page.deleted_at', 'is', null),
    )
    .leftJoin('social.post as above', (join) =>
      join.on((eb) => eb('above.id', '=', eb.fn.coalesce('comment.post_id', 'post.parent_id'))),
    )
    .leftJoin('identity.account as assignee', 'assignee.id', 'one.claimed_by')
    .where(subjectExists)
    .select([
      'one.id as case_id',
      'one.subject',
      'one.subject_id',
      'one.kind',
      'one.opened_at',
      'one.held_at',
    ])
    .select(['one.rule', 'one.detail', 'one.score', 'one.reports'])
    .select(['author.id', 'author.username', 'author.first_name', 'author.last_name'])
    .select(['author.picture', 'author.picture_small', 'author.verified_at', 'author.biography'])
    .select(['assignee.id as assignee_id', 'assignee.username as assignee_username', 'one.claimed_at'])
    .select(['above.id as above_id', 'page.username as page_username'])
    .select([
      sql<string>`coalesce(nullif(above.title, ''), above.text, '')`.as('above_text'),
      sql<string>`coalesce(post.title, page.title, '')`.as('title'),
      sql<string>`coalesce(wall.text, post.text, comment.text, page.about, ${reportedText}, author.biography, '')`.as(
        'text',
      ),
    ])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('social.report as report')
          .innerJoin('social.report_category as category', 'category.id', 'report.category_id')
          .innerJoin('identity.account as reporter', 'reporter.id', 'report.reporter_id')
          .whereRef('report.subject', '=', 'one.subject')
          .whereRef('report.subject_id', '=', 'one.subject_id')
          .where('report.settled_at', 'is', null)
          .orderBy('report.id')
          .limit(maxReasons)
          .select(['category.title as category', 'report.reason', 'reporter.username as by']),
      ).as('reasons'),
      jsonArrayFrom(
        eb
          .selectFrom('social.moderation_case as before')
          .whereRef('before.author_id', '=', 'one.author_id')
          .where('before.decision', 'is not', null)
          .orderBy('before.id', 'desc')
          .limit(maxHistory)
          .select(['before.decision', 'before.kind', 'before.settled_at as at']),
      ).as('history'),
      assignmentsOf(eb.ref('one.id')).as('assignments'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number];

async function complete(app: App, moderator: Viewer, rows: readonly Row[]): Promise<Case[]> {
  const ids = rows.flatMap(({ subject, subject_id }) => (subject === 'post' ? [subject_id] : []));
  const posts = new Map((await getPosts(app, moderator, ids)).map((post) => [post.id, post]));
  const messages = await getCaseMessages(
    app,
    rows.flatMap(({ subject, case_id }) => (subject === 'message' ? [case_id] : [])),
  );
  const standings = await getStandings(app, [...new Set(rows.map(({ id }) => id))]);
  return rows.map((row) => {
    const standing = standings.get(row.id);
    return {
      id: row.case_id,
      subject: row.subject as CaseSubject,
      subjectId: row.subject_id,
      kind: row.kind,
      author: toPerson(app, row),
      standing,
      trust: standing ? trustOf(standing) : 'basic',
      openedAt: row.opened_at,
      heldAt: row.held_at,
      rule: row.rule,
      detail: row.detail,
      score: row.score,
      reports: row.reports,
      reasons: row.reasons.map((reason) => ({ ...reason, category: translateInstalled(reason.category) })),
      assignee: toAssignee(app, row),
      assignments: row.assignments,
      title: row.title,
      text: row.text,
      post: row.subject === 'post' ? posts.get(row.subject_id) : undefined,
      messages: messages.get(row.case_id) ?? [],
      above: row.above_id === null ? null : { id: row.above_id, text: row.above_text },
      username: row.page_username,
      history: row.history.map(({ decision, kind, at }) => ({
        decision: decision as CaseDecision,
        kind,
        at: String(at),
      })),
    };
  });
}
