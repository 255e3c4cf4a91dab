import { textDirection } from '../../../kernel/text.ts';
import { t } from '../../../web/translation/translate.ts';
import { plainRich } from '../../text/rendered.ts';
import { feedLinks, oembedLink } from '../../components/feed-links.ts';
import { badge, card } from '../../../web/components/surfaces.ts';
import { jsonLd, openGraph } from '../../../web/components/open-graph.ts';
import { parentLink } from '../../../web/components/navigation/breadcrumbs.ts';
import { attributes, html, type Html, type View } from '../../../web/html.ts';
import type { Heading } from '../../../web/markdown.ts';
import { pathOf } from '../../posts/paths.ts';
import { bylineOf, excerptOf, paywallMarkup } from '../../posts/texts.ts';
import { postCard, type CardContext } from '../../posts/components/post-card.ts';
import { personOf } from '../../post-view/components.ts';
import { type Cover, isPublic } from '../../posts/post.ts';
import type { Article } from '../reading.ts';
import { renderArticle } from '../render-article.ts';
import { pathOfGroup } from '../../access/group.ts';
import { articleList } from './articles-view.ts';

const longestDescription = 200;

/** The page of an article. `below` contains its comments. */
export function articleView(
  post: Article,
  context: CardContext,
  { below, related, aside }: { below: Html; related: readonly Article[]; aside?: Html | false | undefined },
): View {
  const url = context.base + pathOf(post);
  const { body, headings } = renderArticle(post);
  const isOpen = isPublic(post);
  const contents = headings.length > 2 && tableOfContents(headings);
  return {
    title: post.title,
    description: post.warning || excerptOf(post, longestDescription),
    canonical: url,
    section: 'articles',
    ...(isOpen && { head: sharing(post, url, context.base) }),
    ...(aside && { aside }),
    body: html`${parentLink(
      post.group
        ? { label: post.group.title, href: pathOfGroup(post.group) }
        : { label: t('Articles'), href: '/articles' },
    )}
    ${card({
      flush: true,
      body: html`${post.article.cover && coverPicture(post.article.cover)}
        <header class="article-head" dir="${textDirection(post.title)}">
          <h1 dir="auto">${post.title}</h1>
          ${facts(post)}
        </header>
        ${postCard(
          post,
          {
            ...context,
            shown: {
              label: t('{minutes} min read', { minutes: post.article.minutes }),
              body: html`${contents} ${body}`,
            },
          },
          true,
        )}`,
    })}
    ${below}
    ${related.length > 0 && card({ title: t('Related articles'), flush: true, body: articleList(related, t('Related articles')) })}`,
  };
}

const coverPicture = ({ address, small, width, height, alt }: Cover): Html =>
  html`<img
    class="article-cover"
    ${attributes({
      src: address,
      srcset: `${small} 640w, ${address} ${width}w`,
      sizes: '(max-width: 48rem) 100vw, 40rem',
      width,
      height,
      alt,
    })}
  />`;

/** The article's category and tags. */
const facts = ({ article: { category, categoryId, tags } }: Pick<Article, 'article'>): Html | false =>
  (category !== null || tags.length > 0) &&
  html`<p class="article-facts">
    ${category !== null && html`<a href="/articles?category=${categoryId}">${badge(category, 'accent')}</a>`}
    ${tags.map((tag) => html`<a href="/articles?tag=${encodeURIComponent(tag)}" rel="tag">#${tag}</a> `)}
  </p>`;

const tableOfContents = (headings: readonly Heading[]): Html =>
  html`<nav class="article-contents" aria-label="Contents">
    <details open>
      <summary>Contents</summary>
      <ul>
        ${headings.map(({ id, level, text }) => html`<li data-level="${level}"><a href="#${encodeURIComponent(id)}">${text}</a></li>`)}
      </ul>
    </details>
  </nav>`;

function sharing(post: Article, url: string, base: string): Html {
  const { cover, tags, category, words } = post.article;
  const description = post.warning || excerptOf(post, longestDescription);
  const published = post.createdAt.toISOString();
  const modified = (post.editedAt ?? post.createdAt).toISOString();
  return html`${openGraph({
      type: 'article',
      site: 'Plaza',
      title: post.title,
      description,
      url,
      image: cover ?? undefined,
    })}
    ${oembedLink(url, base, post.title)} ${feedLinks('articles', t('Articles'))}
    <meta property="article:published_time" content="${published}" />
    <meta property="article:modified_time" content="${modified}" />
    <meta property="article:author" content="${base}${bylineOf(post).authorHref}" />
    ${category !== null && html`<meta property="article:section" content="${category}" />`}
    ${tags.map((tag) => html`<meta property="article:tag" content="${tag}" />`)}
    ${jsonLd({
      '@type': 'BlogPosting',
      '@id': url,
      url,
      mainEntityOfPage: url,
      headline: post.title,
      description,
      text: post.warning || plainRich(post.text),
      ...paywallMarkup(post),
      ...(cover && {
        image: { '@type': 'ImageObject', url: cover.address, width: cover.width, height: cover.height },
      }),
      author: post.page
        ? { '@type': 'Organization', name: post.page.title, url: `${base}/pages/${post.page.username}` }
        : personOf(post.author, base),
      publisher: { '@type': 'Organization', name: 'Plaza', url: base },
      datePublished: published,
      dateModified: modified,
      wordCount: words,
      timeRequired: `PT${post.article.minutes}M`,
      ...(category !== null && { articleSection: category }),
      ...(tags.length > 0 && { keywords: tags }),
      commentCount: post.comments,
    })}`;
}
