import { translateInstalled } from '../../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { livePeople } from '../../../identity/account/live-people.ts';
import type { App } from '../../../platform/app.ts';
import type { CaseSubject, Decision } from '../../moderation/case.ts';
import { reportedText } from '../get-messages.ts';
import { toPerson, type Person } from '../../people/person.ts';

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
  decision: Decision;
  message: string;
  category: string | null;
  /** The moderator who decided. Null if their account was deleted. */
  decidedBy: { id: string; name: string; username: string } | null;
  decidedAt: Date;
}

/** Returns open appeals, oldest first. */
export async function listAppeals(app: App): Promise<WaitingAppeal[]> {
  const rows = await app.db
    .selectFrom('social.appeal as appeal')
    .innerJoin('social.moderation_case as one', 'one.id', 'appeal.case_id')
    .innerJoin('identity.account as author', 'author.id', 'appeal.account_id')
    .leftJoin(livePeople('moderator'), (join) => join.onRef('moderator.id', '=', 'one.settled_by'))
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
    .where('author.deleted_at', 'is', null)
    .orderBy('appeal.id')
    .limit(max)
    .select(['author.id', 'author.username', 'author.first_name', 'author.last_name'])
    .select(['author.picture', 'author.picture_small', 'author.verified_at'])
    .select(['appeal.id as appeal_id', 'appeal.text', 'appeal.created_at'])
    .select(['one.subject', 'one.subject_id', 'one.kind', 'one.decision', 'one.message', 'one.settled_at'])
    .select(['category.title as category'])
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
    decision: row.decision as Decision,
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
  }));
}
