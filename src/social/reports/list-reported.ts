import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { livePeople } from '../../identity/live-people.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { toPerson } from '../people/person.ts';
import { readPosts } from '../posts/read-posts.ts';
import type { Reported, ReportSubject } from './report.ts';

const most = 20;
const mostReasons = 5;

/** What people reported and nobody has decided about, what waits longest first. What is gone by itself is left out. */
export async function listReported(app: App, moderator: Viewer): Promise<Reported[]> {
  const rows = await app.db
    .selectFrom('social.report as report')
    .innerJoin(livePeople('author'), (join) => join.onRef('author.id', '=', 'report.author_id'))
    .leftJoin('social.comment as comment', (join) =>
      join
        .on('report.subject', '=', 'comment')
        .onRef('comment.id', '=', 'report.subject_id')
        .on('comment.deleted_at', 'is', null),
    )
    .leftJoin('social.post as post', (join) =>
      join
        .on('report.subject', '=', 'post')
        .onRef('post.id', '=', 'report.subject_id')
        .on('post.deleted_at', 'is', null),
    )
    .where('report.settled_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('report.subject', '=', 'person'),
        eb('comment.id', 'is not', null),
        eb('post.id', 'is not', null),
      ]),
    )
    .groupBy(['report.subject', 'report.subject_id', 'comment.id'])
    .groupBy(['author.id', 'author.username', 'author.first_name', 'author.last_name'])
    .groupBy(['author.picture', 'author.picture_small'])
    .select(['report.subject', 'report.subject_id'])
    .select(['comment.post_id', 'comment.text', 'comment.created_at'])
    .select(['author.id', 'author.username', 'author.first_name', 'author.last_name'])
    .select(['author.picture', 'author.picture_small'])
    .select(({ fn }) => fn.count<string>('report.id').as('reporters'))
    .select(({ fn }) => fn.min('report.created_at').as('since'))
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('social.report as one')
          .innerJoin('social.report_category as category', 'category.id', 'one.category_id')
          .innerJoin('identity.account as reporter', 'reporter.id', 'one.reporter_id')
          .whereRef('one.subject', '=', 'report.subject')
          .whereRef('one.subject_id', '=', 'report.subject_id')
          .where('one.settled_at', 'is', null)
          .orderBy('one.id')
          .limit(mostReasons)
          .select(['category.title as category', 'one.reason', 'reporter.username as by']),
      ).as('reasons'),
    )
    .orderBy(sql`min(report.id)`)
    .limit(most)
    .execute();
  const postIds = rows.filter(({ subject }) => subject === 'post').map(({ subject_id }) => subject_id);
  const posts = new Map((await readPosts(app, moderator, postIds)).map((post) => [post.id, post]));
  return rows.map((row) => {
    const author = toPerson(app, row);
    const post = row.subject === 'post' ? posts.get(row.subject_id) : undefined;
    return {
      subject: row.subject as ReportSubject,
      id: row.subject_id,
      author,
      reporters: Number(row.reporters),
      since: row.since,
      reasons: row.reasons,
      ...(post && { post }),
      ...(row.text !== null &&
        row.post_id !== null &&
        row.created_at !== null && {
          comment: {
            id: row.subject_id,
            postId: row.post_id,
            text: row.text,
            author,
            createdAt: row.created_at,
          },
        }),
    };
  });
}
