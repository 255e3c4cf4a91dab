import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';
import { whenGiven } from '../../../platform/database/when-given.ts';
import { mutedBy } from '../../people/between.ts';
import { readPosts } from '../../posts/reading/read-posts.ts';
import { visiblePosts } from '../../posts/reading/visible.ts';
import type { Answer, Question } from '../question.ts';
import { readVotes } from '../read-questions.ts';
import type { NumberedPage } from '../../../platform/database/paging.ts';

export const answerSorts = ['votes', 'newest'] as const;
export type AnswerSort = (typeof answerSorts)[number];

export const answersOnPage = 20;

export interface AnswerPage extends NumberedPage<Answer> {
  /** Counts from 0. */
  page: number;
}

/** Answers that the viewer may see: the accepted one first, then those with the most votes, or the newest first. */
export async function readAnswers(
  app: App,
  viewer: Viewer | undefined,
  { post: { id: questionId }, acceptedId }: Question,
  { sort = 'votes', page = 0, find }: { sort?: AnswerSort; page?: number; find?: string | undefined } = {},
): Promise<AnswerPage> {
  const ids = query(app, viewer, questionId, acceptedId, sort);
  const wanted = find === undefined ? page : await findPage(ids, find, page);
  const rows = await ids
    .offset(wanted * answersOnPage)
    .limit(answersOnPage + 1)
    .execute();
  const shown = rows.slice(0, answersOnPage).map(({ id }) => id);
  const [posts, votes] = await Promise.all([readPosts(app, viewer, shown), readVotes(app, viewer, shown)]);
  return {
    items: posts.map((post) => ({
      post,
      isAccepted: post.id === acceptedId,
      vote: votes.get(post.id) ?? 0,
    })),
    page: wanted,
    hasMore: rows.length > answersOnPage,
  };
}

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

/** The answers by their places, as `answer`: who may see them is asked only until a page is full. */
const inOrder = (questionId: string, acceptedId: string | null, sort: AnswerSort) => {
  const order =
    sort === 'votes' ? sql`(post_id = ${acceptedId}) is true desc, score desc, post_id` : sql`post_id desc`;
  return sql<{ post_id: string; place: string }>`(
    select post_id, row_number() over (order by ${order}) as place
    from social.answer where question_id = ${questionId} order by place offset 0)`.as<'answer'>(
    sql.ref('answer'),
  );
};

/** So far down nobody is led to a single answer. */
const furthest = 1000;

/** The page on which an answer stands; where it is not to be seen, the one that was asked for. */
async function findPage(ids: ReturnType<typeof query>, id: string, otherwise: number): Promise<number> {
  const rows = await ids.limit(furthest).execute();
  const place = rows.findIndex((row) => row.id === id);
  return place === -1 ? otherwise : Math.floor(place / answersOnPage);
}
