import { sql } from 'kysely';
import { missing, msg } from '../../kernel/problem.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { compileForViewer, type NumberedPage } from '../../platform/database/queries.ts';
import type { FilterContext } from '../filters/filters.ts';
import type { Post } from '../posts/post.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import { isNotMuted, visiblePosts } from '../posts/reading/visible.ts';
import { type Answer, type Question, splitTags, type Vote } from './question.ts';

/** Returns those of the given questions that are visible to the viewer, in the given order, as `getPosts`. */
export async function getQuestions(
  app: App,
  viewer: Viewer | undefined,
  ids: readonly string[],
  context?: FilterContext,
): Promise<Question[]> {
  const [posts, facts] = await Promise.all([
    getPosts(app, viewer, ids, context),
    getQuestionFacts(app, viewer, ids),
  ]);
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
  if (!question) throw missing(msg('Question'));
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
  const rows = await selectFacts(db, viewer, { ids }, undefined);
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

const selectFacts = compileForViewer((db, viewer, { ids }: { ids: readonly string[] }) =>
  db
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
    .select(['mine.value as vote', 'followed.is_on as isFollowed']),
);

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

export const answerSorts = ['votes', 'newest'] as const;
export type AnswerSort = (typeof answerSorts)[number];

export const answersOnPage = 20;

export interface AnswerPage extends NumberedPage<Answer> {
  /** Page number from 0. */
  page: number;
}

/** The answers of a page and the viewer's votes on them. */
interface FoundAnswers {
  votes: ReadonlyMap<string, Vote>;
  page: number;
  hasMore: boolean;
}

interface Wanted {
  sort?: AnswerSort;
  page?: number;
  find?: string | undefined;
}

/** Returns answers visible to the viewer: the accepted one first, then by votes, or newest first. */
export async function getAnswers(
  app: App,
  viewer: Viewer | undefined,
  question: Question,
  wanted: Wanted = {},
): Promise<AnswerPage> {
  const found = await findAnswers(app, viewer, question, wanted);
  return toAnswers(question, found, await getPosts(app, viewer, [...found.votes.keys()], 'threads'));
}

/** Finds the ids of answers before their posts are loaded. */
export async function findAnswers(
  app: App,
  viewer: Viewer | undefined,
  { post: { id: questionId }, acceptedId }: Question,
  { sort = 'votes', page = 0, find }: Wanted,
): Promise<FoundAnswers> {
  const read = (from: number, limit: number) =>
    query(app, viewer, questionId, acceptedId, sort)
      .leftJoin('social.vote as mine', (join) =>
        join.onRef('mine.post_id', '=', 'post.id').on('mine.account_id', '=', viewer?.id ?? null),
      )
      .select('mine.value')
      .offset(from)
      .limit(limit)
      .execute();
  const all = find === undefined ? [] : await read(0, furthest);
  const place = all.findIndex((row) => row.id === find);
  const shown = place === -1 ? page : Math.floor(place / answersOnPage);
  const from = shown * answersOnPage;
  const rows = place === -1 ? await read(from, answersOnPage + 1) : all.slice(from, from + answersOnPage + 1);
  return {
    votes: new Map(rows.slice(0, answersOnPage).map(({ id, value }) => [id, (value ?? 0) as Vote])),
    page: shown,
    hasMore: rows.length > answersOnPage,
  };
}

/** The maximum position for which the page of an answer is determined. Further answers are not located. */
const furthest = 1000;

/** Builds the found answers from posts that include theirs. */
export const toAnswers = (
  { acceptedId }: Question,
  { votes, ...found }: FoundAnswers,
  posts: readonly Post[],
): AnswerPage => ({
  ...found,
  items: posts.flatMap((post) => {
    const vote = votes.get(post.id);
    return vote === undefined ? [] : [{ post, isAccepted: post.id === acceptedId, vote }];
  }),
});

const query = (
  app: App,
  viewer: Viewer | undefined,
  questionId: string,
  acceptedId: string | null,
  sort: AnswerSort,
) =>
  app.db
    .selectFrom(inOrder(questionId, acceptedId, sort))
    .innerJoinLateral(
      visiblePosts(app.db, viewer)
        .where('post.id', '=', sql.ref<string>('answer.post_id'))
        .where(isNotMuted(viewer))
        .limit(1)
        .select('post.id')
        .as('post'),
      (join) => join.onTrue(),
    )
    .orderBy('answer.place')
    .select('post.id');

/** The answers in order, as `answer`. `offset 0` checks visibility only until a page is full. */
const inOrder = (questionId: string, acceptedId: string | null, sort: AnswerSort) => {
  const order =
    sort === 'votes' ? sql`(post_id = ${acceptedId}) is true desc, score desc, post_id` : sql`post_id desc`;
  return sql<{ post_id: string; place: string }>`(
    select post_id, row_number() over (order by ${order}) as place
    from social.answer where question_id = ${questionId} order by place offset 0)`.as<'answer'>(
    sql.ref('answer'),
  );
};
