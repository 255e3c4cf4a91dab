import { t } from '../../kernel/translation/translate.ts';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { normalizePictures } from '../uploads/uploads.ts';
import { longestAlt, longestOf } from '../posts/new-post.ts';
import { prepareTexts } from '../text/prepared.ts';
import { type ArticleContent, privacies, type Privacy } from '../posts/post.ts';
import { cleanText } from '../../kernel/text.ts';
import { parseTags } from './parse-tags.ts';
import { measure } from '../text/reading-time.ts';

/** A validated article, ready to store. */
export interface CheckedArticle {
  title: string;
  text: string;
  warning: string;
  privacy: Privacy;
  tags: string[];
  categoryId: string | null;
  /** Empty if there is none. */
  cover: string;
  coverAlt: string;
  words: number;
  minutes: number;
}

/** Validates an article. Throws a `Problem` at the invalid field. */
export async function checkArticle(
  app: App,
  author: Pick<Viewer, 'id'>,
  given: ArticleContent,
  formerCategory: string | null = null,
): Promise<CheckedArticle> {
  const { title, warning, cover } = given;
  const privacy = privacies().find(({ value }) => value === given.privacy)?.value;
  if (!privacy) throw invalid('privacy', t('Choose an audience'));
  const tags = parseTags(given.tags);
  const categoryId = await getCategory(app, given.category, formerCategory);
  const coverAlt = cleanText(given.coverAlt, 'coverAlt', longestAlt).replaceAll('\n', ' ');
  const { text: typed } = await normalizePictures(app, author, given.text);
  const text = cleanText(typed, 'text', longestOf.article);
  await prepareTexts(app, author.id, [measure.call(text)]);
  return {
    title,
    text,
    warning,
    privacy,
    tags,
    categoryId,
    cover,
    coverAlt,
    ...measure(text),
  };
}

/** Returns a listed article category, or the article's former category even if it is no longer listed. */
async function getCategory({ db }: App, id: string, former: string | null): Promise<string | null> {
  if (id === '') return null;
  if (id === former) return id;
  const found = /^\d{1,18}$/.test(id)
    ? await db
        .selectFrom('social.category')
        .where('id', '=', id)
        .where('kind', '=', 'blogs')
        .where('deleted_at', 'is', null)
        .select('id')
        .executeTakeFirst()
    : undefined;
  if (!found) throw invalid('category', t('Choose a category from the list'));
  return found.id;
}
