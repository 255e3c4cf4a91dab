import { t } from '../../web/translation/translate.ts';
import { toXmlText } from '../../kernel/text.ts';
import { generateAtomFeed, generateJsonFeed, generateRssFeed } from 'feedsmith';
import type { Download } from '../../platform/http/endpoint.ts';
import { feedTypes, type FeedFormat } from '../components/feed-links.ts';
import { pathOf } from '../posts/paths.ts';
import type { Post } from '../posts/post.ts';
import { bylineOf, renderPost } from '../posts/texts.ts';
import { short } from '../text/plain.ts';

/** A web feed of posts. */
interface Feed {
  title: string;
  description: string;
  /** Paths of the corresponding page and of the feed. */
  page: string;
  self: string;
  posts: readonly Post[];
}

const longestTitle = 100;

/** Serializes a feed as RSS 2.0, Atom or JSON Feed 1.1. */
export function writeFeed(feed: Feed, format: FeedFormat, base: string): Download {
  const entries = feed.posts.map((post) => toEntry(post, base));
  const about = {
    title: feed.title,
    description: feed.description,
    page: `${base}${feed.page}`,
    self: `${base}${feed.self}`,
    updated: new Date(Math.max(0, ...entries.map(({ updated }) => updated.getTime()))),
  };
  return {
    type: `${feedTypes[format]}; charset=utf-8`,
    // Entities would be escaped characters that XML refuses; JSON can escape them.
    body: format === 'json' ? writers.json(about, entries) : toXmlText(writers[format](about, entries)),
    headers: { 'cache-control': 'public, max-age=300' },
  };
}

interface About {
  title: string;
  description: string;
  page: string;
  self: string;
  updated: Date;
}
type Entry = ReturnType<typeof toEntry>;

function toEntry(post: Post, base: string) {
  const { author, authorHref, byPage } = bylineOf(post);
  return {
    url: `${base}${pathOf(post)}`,
    title:
      post.title ||
      short(post.warning || post.text, longestTitle) ||
      t('Photo by {name}', { name: author.name }),
    content: contentOf(post, base),
    author: {
      name: byPage ? t('{name} (page)', { name: author.name }) : author.name,
      url: `${base}${authorHref}`,
    },
    published: post.createdAt,
    updated: post.editedAt ?? post.createdAt,
    image: post.warning === '' ? post.photos[0]?.address : undefined,
  };
}

/** The content of an entry. Empty if the post has a content warning. */
function contentOf(post: Post, base: string): string {
  if (post.warning !== '') return '';
  const pictures = post.photos.map(
    ({ address, alt }) => `<p><img src="${escape(address)}" alt="${escape(alt)}"></p>`,
  );
  return [renderPost(post).text.replaceAll(/(href|src)="\//g, `$1="${base}/`), ...pictures].join('\n');
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const writers: Readonly<Record<FeedFormat, (about: About, entries: readonly Entry[]) => string>> = {
  rss: (about, entries) =>
    generateRssFeed({
      title: about.title,
      link: about.page,
      description: about.description,
      lastBuildDate: about.updated,
      atom: { links: [{ href: about.self, rel: 'self', type: feedTypes.rss }] },
      items: entries.map(({ url, title, content, author, published }) => ({
        title,
        link: url,
        guid: { value: url, isPermaLink: true },
        pubDate: published,
        dc: { creators: [author.name] },
        ...(content !== '' && { content: { encoded: content } }),
      })),
    }),
  atom: (about, entries) =>
    generateAtomFeed({
      id: about.self,
      title: { value: about.title },
      subtitle: { value: about.description },
      updated: about.updated,
      links: [
        { href: about.self, rel: 'self', type: feedTypes.atom },
        { href: about.page, rel: 'alternate', type: 'text/html' },
      ],
      entries: entries.map(({ url, title, content, author, published, updated }) => ({
        id: url,
        title: { value: title },
        links: [{ href: url, rel: 'alternate', type: 'text/html' }],
        authors: [{ name: author.name, uri: author.url }],
        published,
        updated,
        ...(content !== '' && { content: { value: content, type: 'html' } }),
      })),
    }),
  json: (about, entries) =>
    JSON.stringify(
      generateJsonFeed({
        title: about.title,
        home_page_url: about.page,
        feed_url: about.self,
        description: about.description,
        items: entries.map(({ url, title, content, author, published, updated, image }) => ({
          id: url,
          url,
          title,
          content_html: content,
          authors: [author],
          date_published: published,
          date_modified: updated,
          ...(image !== undefined && { image }),
        })),
      }),
    ),
};
