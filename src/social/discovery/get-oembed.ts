import { t } from '../../kernel/translation/translate.ts';
import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import { html } from '../../web/html.ts';
import { pathOf } from '../posts/sharing/path-of.ts';
import { getPost } from '../posts/reading/get-posts.ts';
import { excerptOf } from '../posts/text/excerpt-of.ts';
import { short } from '../text/short.ts';
import { bylineOf } from '../posts/text/byline-of.ts';

const cacheSeconds = 3600;
const longestExcerpt = 280;
const widest = 550;
const narrowest = 220;

/** Returns the oEmbed of a public post, article or question: a quotation with a link. */
export async function getOembed(app: App, address: string, maxWidth: number | undefined) {
  const base = app.config.plazaUrl;
  const post = await getPost(app, undefined, idIn(address, base));
  const { author, authorHref } = bylineOf(post);
  const text = post.warning || excerptOf(post, longestExcerpt);
  const title = post.title || short(text, 100) || `Post by ${author.name}`;
  const url = `${base}${pathOf(post)}`;
  return {
    version: '1.0' as const,
    type: 'rich' as const,
    provider_name: 'Plaza',
    provider_url: base,
    title,
    author_name: author.name,
    author_url: `${base}${authorHref}`,
    cache_age: cacheSeconds,
    html: html`<blockquote cite="${url}"><p>${text || title}</p><footer><a href="${url}">${author.name} (@${author.username})</a></footer></blockquote>`.text, // prettier-ignore
    width: Math.min(widest, Math.max(narrowest, maxWidth ?? widest)),
    height: null,
  };
}

function idIn(address: string, base: string): string {
  const url = URL.parse(address);
  const [, id] = /^\/(?:posts|articles|questions)\/(\d{1,18})(?:\/[^/]*)?$/.exec(url?.pathname ?? '') ?? [];
  if (url?.origin !== new URL(base).origin || id === undefined) throw missing(t('Post'));
  return id;
}
