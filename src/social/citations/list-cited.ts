import type { App } from '../../platform/app.ts';
import { articleOf, toDetails } from '../posts/reading/post-parts.ts';
import { pathOf } from '../posts/paths.ts';
import type { Post } from '../posts/post.ts';
import { getPosts } from '../posts/reading/get-posts.ts';
import { excerptOf } from '../posts/texts.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import { listPublicQuestions } from '../questions/list-questions.ts';
import type { CitedArticle, CitedQuestion, CitedTerm } from './wire.ts';

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
      article && toDetails(article, (path) => app.files.address(path), true),
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
