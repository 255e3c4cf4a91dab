import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { whenGiven } from '../../../platform/database/queries.ts';
import { mutedBy } from '../../people/between.ts';
import type { Post } from '../../posts/post.ts';
import { getPosts } from '../../posts/reading/get-posts.ts';
import { visiblePosts } from '../../posts/reading/visible.ts';
import type { Answer, Question, Vote } from '../question.ts';
import type { NumberedPage } from '../../../platform/database/paging.ts';

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
  return toAnswers(question, found, await getPosts(app, viewer, [...found.votes.keys()]));
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
        .$call(
          whenGiven(viewer, (query, viewer) =>
            query.where((eb) => eb.not(mutedBy('post.author_id', viewer.id))),
          ),
        )
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
