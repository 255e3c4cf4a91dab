import { LRUCache } from 'lru-cache';
import { html, type Html } from '../../web/html.ts';
import { readMarkdown } from '../../web/markdown.ts';
import type { Heading } from '../../web/markdown-headings.ts';
import type { Post } from '../posts/post.ts';
import { slugOf } from '../posts/slug.ts';
import { renderToken } from '../text/render-text.ts';
import { readTokens } from '../text/tokens.ts';

interface Rendered {
  body: Html;
  /** Those of the two highest levels: a table of contents. */
  headings: Heading[];
}

/** Long texts take milliseconds to read, and are read much more often than they change. */
const cache = new LRUCache<string, Rendered>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: ({ body }) => body.text.length * 2 + 500,
});

/** An article's text as markup. It is kept until the text, or what somebody named in it is called, changes. */
export function renderArticle(
  post: Pick<Post, 'id' | 'text' | 'mentions' | 'createdAt' | 'editedAt' | 'paywall'>,
): Rendered {
  const at = (post.editedAt ?? post.createdAt).getTime();
  const key = `${post.id} ${at} ${post.text.length} ${post.paywall?.isOpen ?? ''} ${[...post.mentions].flat().join(' ')}`;
  const known = cache.get(key);
  if (known) return known;
  const rendered = renderText(post);
  cache.set(key, rendered);
  return rendered;
}

/** The same without keeping it: for what is not published. */
export function renderText({ text, mentions }: Pick<Post, 'text' | 'mentions'>): Rendered {
  const { body, headings } = readMarkdown(text, {
    annotate: (plain) => html`${readTokens(plain).map((token) => renderToken(token, mentions))}`,
    toId: (heading) => `section-${slugOf(heading)}`,
  });
  return { body, headings: headings.filter(({ level }) => level <= 3) };
}
