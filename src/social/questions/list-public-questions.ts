import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import type { Answer, Question } from './question.ts';
import { getQuestions } from './get-questions.ts';

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
