import { t } from '../../web/translation/translate.ts';
import { card } from '../../web/components/surfaces.ts';
import { parentLink } from '../../web/components/navigation/breadcrumbs.ts';
import { jsonLd, openGraph } from '../../web/components/open-graph.ts';
import { stack } from '../../web/components/people.ts';
import { html, type Html, type View } from '../../web/html.ts';
import type { Comment } from '../comments/comment.ts';
import { oembedLink } from '../components/feed-links.ts';
import { type CardContext, postCard } from '../posts/components/post-card.ts';
import { isPublic, type Post } from '../posts/post.ts';
import { bylineOf, excerptOf, lockedLabel, paywallMarkup } from '../posts/texts.ts';
import { isContinuation } from '../posts/threads.ts';
import { short } from '../text/plain.ts';
import { plainLight } from '../text/rendered.ts';

/** Limits for search engine snippets, with the site name appended to the title. */
const longestTitle = 60;
const longestDescription = 200;

/** The page of a post with its `comments`. */
export function postView(
  post: Post,
  context: CardContext,
  below: {
    shown: Html;
    comments: readonly Comment[];
    /** Posts that continue it. */ thread: readonly Post[];
  },
): View {
  const { base } = context;
  const url = `${base}/posts/${post.id}`;
  const said = summaryOf(post);
  const { name } = bylineOf(post).author;
  const title = short(`${name}: ${said || t('Pictures')}`, longestTitle);
  const isOpen = isPublic(post);
  return {
    title,
    description: short(said, longestDescription),
    canonical: url,
    section: 'home',
    ...(isOpen && { head: sharing(post, url, base, title, below.comments) }),
    body: html`<h1 class="visually-hidden">Post by ${name}</h1>
      ${parentLink({ label: t('Home'), href: '/' })}
      ${
        isContinuation(post) &&
        html`<p><a class="link" href="/posts/${post.parentId}">Show the thread of this post</a></p>`
      }
      ${card({
        flush: true,
        body:
          below.thread.length === 0
            ? postCard(post, context, true)
            : stack(
                [
                  postCard(post, { ...context, place: placeIn(below.thread, 0) }, true),
                  ...below.thread.map((each, at) =>
                    postCard(each, { ...context, place: placeIn(below.thread, at + 1) }),
                  ),
                ],
                t('Thread'),
              ),
      })}
      ${below.shown}`,
  };
}

const placeIn = (thread: readonly Post[], at: number): string =>
  t('{place} of {count}', { place: at + 1, count: thread.length + 1 });

/** The summary of a post: its warning, an excerpt, its price label, or the title of its link. */
function summaryOf(post: Post): string {
  const said = post.warning === '' ? excerptOf(post, longestDescription) : post.warning;
  return said || lockedLabel(post) || (post.origin?.title ?? '');
}

function sharing(post: Post, url: string, base: string, title: string, comments: readonly Comment[]): Html {
  const first = post.warning ? undefined : post.photos[0];
  const description = summaryOf(post);
  const image = first && { address: first.address, width: first.width, height: first.height, alt: first.alt };
  return html`${openGraph({ type: 'article', site: 'Plaza', title, description, url, image })}
  ${oembedLink(url, base, title)}
  ${jsonLd({
    '@type': 'SocialMediaPosting',
    '@id': url,
    url,
    headline: short(description, longestTitle) || title,
    articleBody: post.warning || plainLight(post.text),
    text: post.warning || plainLight(post.text),
    datePublished: post.createdAt.toISOString(),
    ...(post.editedAt && { dateModified: post.editedAt.toISOString() }),
    ...paywallMarkup(post),
    author: authorOf(post, base),
    image: post.warning ? [] : post.photos.map(({ address }) => address),
    commentCount: post.comments,
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: 'https://schema.org/LikeAction',
      userInteractionCount: Object.values(post.reactions).reduce((sum, n) => sum + n, 0),
    },
    comment: comments.map((comment) => ({
      '@type': 'Comment',
      text: comment.text,
      datePublished: comment.createdAt.toISOString(),
      author: personOf(comment.author, base),
    })),
  })}`;
}

/** Posts of a page are attributed to the page, not to the team member who wrote them. */
const authorOf = ({ author, page }: Post, base: string) =>
  page
    ? {
        ...personOf({ name: page.title, username: page.username }, base),
        '@type': 'Organization',
        url: `${base}/pages/${page.username}`,
      }
    : personOf(author, base);

export const personOf = ({ name, username }: { name: string; username: string }, base: string) => ({
  '@type': 'Person',
  name,
  alternateName: `@${username}`,
  url: `${base}/@${username}`,
});
