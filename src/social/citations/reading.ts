import { seconds } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { cachedFor } from '../../platform/cached-for.ts';
import { pathOf } from '../posts/paths.ts';
import type { Post } from '../posts/post.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import { articleOf, toDetails } from '../posts/reading/post-parts.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import { excerptOf } from '../posts/texts.ts';
import { listPublicQuestions } from '../questions/list-questions.ts';
import type { CitedArticle, CitedQuestion, CitedTerm } from './api.ts';

/** The limit that the specification sets for the newest items. */
const limit = 50;
const longestExcerpt = 500;

/** Returns the newest public questions, each with the answer to cite. */
export async function listCitedQuestions(app: App, solved: boolean): Promise<CitedQuestion[]> {
  const base = app.config.plazaUrl;
  const questions = await listPublicQuestions(app, { solved, max: limit });
  return questions.map(({ post, best, tags, solvedAt }) => ({
    ...citedOf(post, base),
    page_type: 'QAPage',
    text: excerptOf(post, longestExcerpt),
    author: authorOf(post, base),
    date_published: post.createdAt.toISOString(),
    tags,
    solved: solvedAt !== null,
    answer_count: post.replies,
    upvote_count: post.score,
    answer: best && {
      url: `${base}${pathOf(best.post)}`,
      text: best.post.text,
      author: authorOf(best.post, base),
      upvote_count: best.post.score,
      accepted: best.isAccepted,
    },
  }));
}

/** Returns the newest public articles. */
export async function listCitedArticles(app: App): Promise<CitedArticle[]> {
  const base = app.config.plazaUrl;
  const rows = await visiblePosts(app.db, undefined)
    .where('post.kind', '=', 'article')
    .where('post.privacy', '=', 'public')
    .where('post.held_at', 'is', null)
    .orderBy('post.id', 'desc')
    .limit(limit)
    .select((eb) => ['post.id', articleOf(eb).as('article')])
    .execute();
  const details = new Map(
    rows.map(({ id, article }) => [
      id,
      article && toDetails({ ...article, category: null }, (path) => app.files.address(path), true),
    ]),
  );
  const posts = await getPosts(app, undefined, [...details.keys()]);
  return posts.map((post) => {
    const article = details.get(post.id);
    return {
      ...citedOf(post, base),
      page_type: 'Article',
      description: post.warning || excerptOf(post, longestExcerpt),
      author: authorOf(post, base),
      date_published: post.createdAt.toISOString(),
      tags: [...(article?.tags ?? [])],
      image: article?.cover?.address ?? '',
      word_count: article?.words ?? 0,
    };
  });
}

/** Returns all glossary terms in order. */
export async function listCitedTerms({ db, config }: App): Promise<CitedTerm[]> {
  const terms = await db
    .selectFrom('social.term')
    .where('deleted_at', 'is', null)
    .orderBy('sort_key')
    .orderBy('id')
    .select(['id', 'slug', 'name', 'aliases', 'definition', 'updated_at'])
    .execute();
  return terms.map(({ id, slug, name, aliases, definition, updated_at }) => {
    const url = `${config.plazaUrl}/glossary/${encodeURIComponent(slug)}`;
    const date_modified = updated_at.toISOString();
    return { id, name, url, markdown_url: url, date_modified, page_type: 'DefinedTerm', aliases, definition };
  });
}

function citedOf(post: Post, base: string) {
  const url = `${base}${pathOf(post)}`;
  return {
    id: post.id,
    name: post.title,
    url,
    markdown_url: url,
    date_modified: (post.editedAt ?? post.createdAt).toISOString(),
  };
}

const authorOf = ({ author, page }: Post, base: string) =>
  page
    ? { name: page.title, url: `${base}/pages/${page.username}` }
    : { name: author.name, url: `${base}/@${author.username}` };

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
