import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { invalid, msg } from '../../kernel/problem.ts';
import { toTag } from '../../kernel/typed-text/tokens.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { type CursorPage, type NumberedPage, whenGiven } from '../../platform/database/queries.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import { isNotMuted, visiblePosts } from '../posts/reading/visible.ts';
import { getTextQuery } from '../search/to-tsquery.ts';
import type { Answer, Question } from './question.ts';
import { getQuestions } from './reading.ts';

export const questionSorts = ['newest', 'active', 'votes', 'unanswered', 'unsolved', 'solved'] as const;
export type QuestionSort = (typeof questionSorts)[number];

const questionsOnPage = 20;

export interface QuestionsWanted {
  sort?: QuestionSort | undefined;
  tag?: string | undefined;
  categoryId?: string | undefined;
  /** Search terms for the title and text. Sorts by relevance, unless a sort is given. */
  words?: string | undefined;
  /** Account id of the asker. */
  askedBy?: string | undefined;
  /** Cursor: `after` of the previous page. */
  after?: string | undefined;
  /** Page number from 0, for clients that use numbers. */
  page?: number | undefined;
}

export interface QuestionPage extends CursorPage<Question>, NumberedPage<Question> {}

/** Returns questions visible to the viewer. */
export async function listQuestions(
  app: App,
  viewer: Viewer | undefined,
  { sort, tag, categoryId, words, askedBy, after, page = 0 }: QuestionsWanted = {},
): Promise<QuestionPage> {
  const search = words && sql`${await getTextQuery(app, words)}::tsquery`;
  const isRanked = search !== undefined && search !== '' && sort === undefined;
  const order = isRanked ? undefined : orders[sort ?? 'newest'];
  const rows = await visiblePosts(app.db, viewer)
    .innerJoin('social.question as question', 'question.post_id', 'post.id')
    .where('post.kind', '=', 'question')
    // Those of groups are listed in their groups.
    .where('post.privacy', '!=', 'group')
    .$if(sort === 'unanswered', (query) => query.where('question.answers', '=', 0))
    .$if(sort === 'unsolved', (query) => query.where('question.solved_at', 'is', null))
    .$if(sort === 'solved', (query) => query.where('question.solved_at', 'is not', null))
    .$call(whenGiven(categoryId, (query, categoryId) => query.where('question.category_id', '=', categoryId)))
    .$call(whenGiven(askedBy, (query, askedBy) => query.where('post.author_id', '=', askedBy)))
    .$call(whenGiven(tag, (query, tag) => query.where(hasTag(tag))))
    .$if(Boolean(search), (query) => query.where(sql<SqlBool>`post.search @@ ${search}`))
    .$if(askedBy === undefined, (query) => query.where(isNotMuted(viewer)))
    .$if(after !== undefined && order !== undefined, (query) =>
      query.where(order?.isBehind(parseCursor(after ?? '')) ?? sql<SqlBool>`true`),
    )
    .$call(whenGiven(order, (query, order) => query.orderBy(order.by, 'desc')))
    .$if(isRanked, (query) => query.orderBy(sql`ts_rank_cd(post.search, ${search})`, 'desc'))
    .orderBy('question.post_id', 'desc')
    .offset(page * questionsOnPage)
    .limit(questionsOnPage + 1)
    .select(['question.post_id', 'question.active_at', 'question.score'])
    .execute();
  const shown = rows.slice(0, questionsOnPage);
  const last = rows.length > questionsOnPage ? shown.at(-1) : undefined;
  return {
    items: await getQuestions(
      app,
      viewer,
      shown.map(({ post_id }) => post_id),
      search ? 'search' : askedBy === undefined ? 'feeds' : 'profiles',
    ),
    next: last && order && `${order.key(last)}_${last.post_id}`,
    hasMore: last !== undefined,
  };
}

interface Row {
  post_id: string;
  active_at: Date;
  score: number;
}

interface Cursor {
  key: number;
  id: string;
}

interface Order {
  by: RawBuilder<unknown>;
  key: (row: Row) => number;
  isBehind: (cursor: Cursor) => RawBuilder<SqlBool>;
}

const byAge: Order = {
  by: sql`question.post_id`,
  key: () => 0,
  isBehind: ({ id }) => sql`question.post_id < ${id}::bigint`,
};

const orders: Readonly<Record<QuestionSort, Order>> = {
  newest: byAge,
  unanswered: byAge,
  unsolved: byAge,
  solved: byAge,
  active: {
    by: sql`question.active_at`,
    key: (row) => row.active_at.getTime(),
    isBehind: ({ key, id }) =>
      sql`(question.active_at, question.post_id) < (${new Date(key)}::timestamptz, ${id}::bigint)`,
  },
  votes: {
    by: sql`question.score`,
    key: (row) => row.score,
    isBehind: ({ key, id }) => sql`(question.score, question.post_id) < (${key}::integer, ${id}::bigint)`,
  },
};

function parseCursor(text: string): Cursor {
  const found = /^(-?\d{1,15})_(\d{1,18})$/.exec(text);
  const key = Number(found?.[1]);
  // A value that is neither a valid date nor a score cannot be a cursor.
  if (!found?.[2] || Math.abs(key) > 8.64e15)
    throw invalid('after', msg('after must be the value from the previous page'));
  return { key, id: found[2] };
}

const hasTag = (tag: string) => sql<SqlBool>`question.post_id in (
  select post_id from social.question_tag where tag = ${toTag(tag)})`;

/** A question with its accepted answer, or else the one with the most votes. Null without answers. */
interface PublicQuestion extends Question {
  best: Answer | null;
}

/** Returns the newest public questions, or only the solved ones. */
export async function listPublicQuestions(
  app: App,
  { solved = false, max = 50 }: { solved?: boolean; max?: number } = {},
): Promise<PublicQuestion[]> {
  const rows = await visiblePosts(app.db, undefined)
    .innerJoin('social.question as question', 'question.post_id', 'post.id')
    .$if(solved, (query) =>
      query.where('question.solved_at', 'is not', null).where((eb) =>
        eb.exists(
          // The author of the accepted answer may have been suspended since.
          visiblePosts(app.db, undefined)
            .where('post.id', '=', sql<string>`question.accepted_id`)
            .select('post.id'),
        ),
      ),
    )
    .orderBy('question.post_id', 'desc')
    .limit(max)
    .select('question.post_id')
    .execute();
  const ids = rows.map(({ post_id }) => post_id);
  const [questions, best] = await Promise.all([getQuestions(app, undefined, ids), getBest(app, ids)]);
  return questions.map((question) => ({ ...question, best: best.get(question.post.id) ?? null }));
}

async function getBest(app: App, questionIds: readonly string[]): Promise<Map<string, Answer>> {
  const rows = await visiblePosts(app.db, undefined)
    .innerJoin('social.answer as answer', 'answer.post_id', 'post.id')
    .innerJoin('social.question as question', 'question.post_id', 'answer.question_id')
    .where('answer.question_id', '=', sql<string>`any(${questionIds}::bigint[])`)
    .distinctOn('answer.question_id')
    .orderBy('answer.question_id')
    .orderBy(sql`(question.accepted_id = post.id) is true`, 'desc')
    .orderBy('answer.score', 'desc')
    .orderBy('post.id')
    .select(['post.id', 'answer.question_id', 'question.accepted_id'])
    .execute();
  const posts = await getPosts(
    app,
    undefined,
    rows.map(({ id }) => id),
  );
  const byId = new Map(posts.map((post) => [post.id, post]));
  return new Map(
    rows.flatMap(({ id, question_id, accepted_id }) => {
      const post = byId.get(id);
      return post ? [[question_id, { post, isAccepted: accepted_id === id, vote: 0 }] as const] : [];
    }),
  );
}

/** Returns the tags of the last 300 questions, most used first. Counts only public questions. */
export async function listTags({ db }: App, max = 20): Promise<string[]> {
  const rows = await visiblePosts(db, undefined)
    .innerJoin(
      db.selectFrom('social.question').orderBy('post_id', 'desc').limit(300).select('post_id').as('newest'),
      'newest.post_id',
      'post.id',
    )
    .innerJoin('social.question_tag as tag', 'tag.post_id', 'post.id')
    .groupBy('tag.tag')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('tag.tag')
    .limit(max)
    .select('tag.tag')
    .execute();
  return rows.map(({ tag }) => tag);
}
