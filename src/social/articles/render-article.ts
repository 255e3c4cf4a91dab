import { LRUCache } from 'lru-cache';
import { html, type Html } from '../../web/html.ts';
import { readMarkdown } from '../../web/markdown.ts';
import type { Heading } from '../../web/markdown-headings.ts';
import type { Post } from '../posts/post.ts';
import { slugOf } from '../posts/slug.ts';
import { renderToken } from '../text/render-text.ts';
import { parseTokens } from '../text/tokens.ts';

interface Rendered {
  body: Html;
  /** Table of contents: headings of the two highest levels. */
  headings: Heading[];
}

/** Rendering long texts takes milliseconds, and texts are read far more often than they change. */
const cache = new LRUCache<string, Rendered>({
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: ({ body }) => body.text.length * 2 + 500,
});

/**
 * Renders an article's text as HTML. The result is cached until the text or a mentioned person's name
 * changes.
 */
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

/** Renders unpublished text, without caching. */
export function renderText({ text, mentions }: Pick<Post, 'text' | 'mentions'>): Rendered {
  const { body, headings } = readMarkdown(text, {
    annotate: (plain) => html`${parseTokens(plain).map((token) => renderToken(token, mentions))}`,
    toId: (heading) => `section-${slugOf(heading)}`,
  });
  return { body, headings: headings.filter(({ level }) => level <= 3) };
}
