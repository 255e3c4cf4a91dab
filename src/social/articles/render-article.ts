import { cleanText } from '../../kernel/text.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { trusted, type Html } from '../../web/html.ts';
import type { Heading } from '../../web/markdown.ts';
import { longestOf } from '../posts/new-post.ts';
import type { Post } from '../posts/post.ts';
import { articleMarkup } from '../posts/article-markup.ts';
import { preparePreview } from '../text/rendered.ts';

/** Renders an article's text as HTML, with its table of contents. */
export function renderArticle({ text, mentions }: Pick<Post, 'text' | 'mentions'>): {
  body: Html;
  headings: Heading[];
} {
  const { body, headings } = articleMarkup(text, [...mentions]);
  return { body: trusted(body), headings };
}

/** Renders unpublished text, in a sandbox if it is long. */
export async function previewArticle(app: App, author: Viewer, typed: string): Promise<Html> {
  const text = cleanText(typed, 'text', longestOf.article);
  await preparePreview(app, author, text, articleMarkup.call(text, []));
  return renderArticle({ text, mentions: new Map() }).body;
}
