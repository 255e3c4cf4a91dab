import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { readPosts } from '../posts/reading/read-posts.ts';
import type { Question, Vote } from './question.ts';
import { splitTags } from './tags.ts';

/** Of the questions named, those that the viewer may see, in the order named. */
export async function readQuestions(
  app: App,
  viewer: Viewer | undefined,
  ids: readonly string[],
): Promise<Question[]> {
  if (ids.length === 0) return [];
  const [posts, rows, votes] = await Promise.all([
    readPosts(app, viewer, ids),
    readRows(app, ids),
    readVotes(app, viewer, ids),
  ]);
  return posts.flatMap((post) => {
    const row = rows.get(post.id);
    return row ? [{ ...row, post, tags: splitTags(post.text).tags, vote: votes.get(post.id) ?? 0 }] : [];
  });
}

/** One question. To whom it is not for, it is not there. */
export async function readQuestion(app: App, viewer: Viewer | undefined, id: string): Promise<Question> {
  const [question] = await readQuestions(app, viewer, [id]);
  if (!question) throw missing(t('Question'));
  return question;
}

async function readRows({ db }: App, ids: readonly string[]) {
  const rows = await db
    .selectFrom('social.question as question')
    .leftJoin('social.category as category', 'category.id', 'question.category_id')
    .where('question.post_id', '=', sql<string>`any(${ids}::bigint[])`)
    .select(['question.post_id', 'category.id as categoryId', 'category.name as categoryName'])
    .select(['accepted_id as acceptedId', 'solved_at as solvedAt', 'closed_because as closedBecause'])
    .select(['duplicate_of as duplicateOf', 'active_at as activeAt'])
    .execute();
  return new Map(
    rows.map(({ post_id, categoryId, categoryName, ...row }) => [
      post_id,
      {
        ...row,
        category: categoryId === null ? null : { id: categoryId, name: categoryName ?? '' },
      },
    ]),
  );
}

/** How the viewer voted on posts. */
export async function readVotes(
  { db }: App,
  viewer: Viewer | undefined,
  ids: readonly string[],
): Promise<Map<string, Vote>> {
  if (!viewer || ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('social.vote')
    .where('account_id', '=', viewer.id)
    .where('post_id', '=', sql<string>`any(${ids}::bigint[])`)
    .select(['post_id', 'value'])
    .execute();
  return new Map(rows.map(({ post_id, value }) => [post_id, value as Vote]));
}
