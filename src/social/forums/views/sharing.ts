import { t } from '../../../kernel/translation/translate.ts';
import { jsonLd, openGraph } from '../../../web/components/open-graph.ts';
import { html, type Html } from '../../../web/html.ts';
import { plainRich } from '../../text/rendered.ts';
import { pathOf } from '../../posts/paths.ts';
import type { Post } from '../../posts/post.ts';
import { excerptOf, paywallMarkup } from '../../posts/texts.ts';
import { personOf } from '../../post-view/components/post-view.ts';
import { pathOfForum, pathOfThread } from '../structure/path-of-forum.ts';
import type { ThreadPage } from '../threads/get-thread.ts';

/** Open Graph and structured data of a thread's page. */
export function threadMetadata({ post, forum, replies, page }: ThreadPage, base: string): Html {
  const url = `${base}${pathOfThread(post)}`;
  const description = excerptOf(post, 200);
  return html`${openGraph({ type: 'article', site: 'Plaza', title: post.title, description, url: `${base}${pathOfThread(post, page)}` })}
  ${jsonLd({
    '@type': 'DiscussionForumPosting',
    '@id': url,
    url,
    headline: post.title,
    ...(page === 1 ? { text: plainRich(post.text) } : {}),
    ...paywallMarkup(post),
    datePublished: post.createdAt.toISOString(),
    ...(post.editedAt && { dateModified: post.editedAt.toISOString() }),
    author: personOf(post.author, base),
    isPartOf: { '@type': 'CollectionPage', name: forum.title, url: `${base}${pathOfForum(forum)}` },
    commentCount: post.replies,
    interactionStatistic: [likes(post), counted(t('CommentAction'), post.replies)],
    comment: replies
      .filter(({ post }) => !post.heldAt)
      .map(({ post }) => ({
        '@type': 'Comment',
        '@id': `${base}${pathOf(post)}`,
        url: `${base}${pathOf(post)}`,
        text: plainRich(post.text),
        datePublished: post.createdAt.toISOString(),
        ...(post.editedAt && { dateModified: post.editedAt.toISOString() }),
        author: personOf(post.author, base),
        interactionStatistic: likes(post),
      })),
  })}`;
}

const likes = ({ reactions }: Post) =>
  counted(
    t('LikeAction'),
    Object.values(reactions).reduce((sum, n) => sum + n, 0),
  );

const counted = (action: string, n: number) => ({
  '@type': 'InteractionCounter',
  interactionType: `https://schema.org/${action}`,
  userInteractionCount: n,
});
