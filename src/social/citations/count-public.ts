import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { cachedFor } from '../../platform/cached-for.ts';
import { visiblePosts } from '../posts/reading/visible.ts';

/** Counts citable content. The result is cached briefly because counting scans all of it. */
export const countPublic = cachedFor(seconds(10), async (app) => {
  const [questions, solved, blogs, glossary] = await Promise.all([
    countPosts(app, 'question'),
    countSolved(app),
    countPosts(app, 'article'),
    countTerms(app),
  ]);
  return { questions, solved, blogs, glossary };
});

async function countPosts({ db }: App, kind: 'question' | 'article'): Promise<number> {
  const { n } = await visiblePosts(db, undefined)
    .where('post.kind', '=', kind)
    .where('post.privacy', '=', 'public')
    .where('post.held_at', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

async function countSolved({ db }: App): Promise<number> {
  const { n } = await visiblePosts(db, undefined)
    .innerJoin('social.question as question', 'question.post_id', 'post.id')
    .where('question.solved_at', 'is not', null)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

async function countTerms({ db }: App): Promise<number> {
  const { n } = await db
    .selectFrom('social.term')
    .where('deleted_at', 'is', null)
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}
