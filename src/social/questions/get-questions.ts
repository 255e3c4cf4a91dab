import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Post } from '../posts/post.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import type { Question, Vote } from './question.ts';
import { splitTags } from './tags.ts';

/** Returns those of the given questions that are visible to the viewer, in the given order. */
export async function getQuestions(
  app: App,
  viewer: Viewer | undefined,
  ids: readonly string[],
): Promise<Question[]> {
  const [posts, facts] = await Promise.all([getPosts(app, viewer, ids), getQuestionFacts(app, viewer, ids)]);
  return toQuestions(posts, facts);
}

/** Builds the questions among loaded posts. */
export const toQuestions = (posts: readonly Post[], facts: QuestionFacts): Question[] =>
  posts.flatMap((post) => {
    const fact = facts.get(post.id);
    return fact ? [{ ...fact, post, tags: splitTags(post.text).tags }] : [];
  });

/** Returns a question. A question not visible to the viewer is treated as missing. */
export async function getQuestion(app: App, viewer: Viewer | undefined, id: string): Promise<Question> {
  const [question] = await getQuestions(app, viewer, [id]);
  if (!question) throw missing(t('Question'));
  return question;
}

type QuestionFacts = ReadonlyMap<string, Omit<Question, 'post' | 'tags'>>;

/** Returns the question data besides the post, by id. */
export async function getQuestionFacts(
  { db }: App,
  viewer: Viewer | undefined,
  ids: readonly string[],
): Promise<QuestionFacts> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('social.question as question')
    .leftJoin('social.category as category', 'category.id', 'question.category_id')
    .leftJoin('social.vote as mine', (join) =>
      join.onRef('mine.post_id', '=', 'question.post_id').on('mine.account_id', '=', viewer?.id ?? null),
    )
    .leftJoin('social.subscription as followed', (join) =>
      join
        .onRef('followed.post_id', '=', 'question.post_id')
        .on('followed.account_id', '=', viewer?.id ?? null),
    )
    .where('question.post_id', '=', sql<string>`any(${ids}::bigint[])`)
    .select(['question.post_id', 'category.id as categoryId', 'category.name as categoryName'])
    .select(['accepted_id as acceptedId', 'solved_at as solvedAt', 'closed_reason as closedReason'])
    .select(['duplicate_of as duplicateOf', 'active_at as activeAt'])
    .select(['mine.value as vote', 'followed.is_on as isFollowed'])
    .execute();
  return new Map(
    rows.map(({ post_id, categoryId, categoryName, vote, isFollowed, ...row }) => [
      post_id,
      {
        ...row,
        vote: (vote ?? 0) as Vote,
        isFollowed: isFollowed === true,
        category: categoryId === null ? null : { id: categoryId, name: categoryName ?? '' },
      },
    ]),
  );
}

/** Returns the viewer's vote on a post. */
export async function getVote({ db }: App, viewer: Viewer, postId: string): Promise<Vote> {
  const row = await db
    .selectFrom('social.vote')
    .where('account_id', '=', viewer.id)
    .where('post_id', '=', postId)
    .select('value')
    .executeTakeFirst();
  return (row?.value ?? 0) as Vote;
}
