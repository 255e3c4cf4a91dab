import { textDirection } from '../../../kernel/text.ts';
import { t } from '../../../web/translation/translate.ts';
import type { Viewer } from '../../../platform/app.ts';
import { card, notice } from '../../../web/components/surfaces.ts';
import { olderNewer } from '../../../web/components/navigation/pagination.ts';
import { stack } from '../../../web/components/people.ts';
import { postAction, post as postArticle } from '../../../web/components/post.ts';
import { zoomable } from '../../../web/components/post-media.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import { pathOfGroup } from '../../access/group.ts';
import { reactionBar } from '../../components/reactions.ts';
import { pathOf } from '../paths.ts';
import { isPublic, type Post, type PostKind } from '../post.ts';
import type { PageOfPosts } from '../reading/lists.ts';
import type { PhotoInList } from '../records/post-parts.ts';
import { bylineOf, excerptOf, renderPost } from '../texts.ts';
import { postMedia } from './post-media.ts';
import { postMenu } from './post-menu.ts';
import { shareButton } from './share-menu.ts';

/** Context of a post card. */
export interface CardContext {
  viewer: Viewer | undefined;
  /** Public URL of Plaza. */
  base: string;
  /** Whether to mark pinned posts, on a profile. */
  showsPinned?: boolean;
  /** Whether the list is that of a group: marks its announcements, and does not repeat its name. */
  isInGroup?: boolean;
  /** The place in a thread of posts, above the text. */
  place?: string;
  /** Replacement for the label and body, for kinds whose page renders them differently. */
  shown?: { label: string; body: Html };
}

/**
 * A post in a list, in its own frame so that deleting and undoing happen in place. `alone`: on its own page.
 */
export function postCard(post: Post, context: CardContext, alone = false): Html {
  const { viewer, base } = context;
  const href = pathOf(post);
  const article = postArticle({
    id: `post-${post.id}`,
    ...bylineOf(post),
    title: context.shown ? '' : post.title,
    label: context.place ?? context.shown?.label ?? labels()[post.kind],
    pinned:
      (context.showsPinned === true && post.pinnedAt !== null) ||
      (context.isInGroup === true && post.isPinnedInGroup),
    warning: post.warning,
    filteredBy: alone ? null : post.filteredBy,
    href,
    at: post.createdAt,
    edited: post.editedAt !== null,
    privacy: post.privacy === 'public' && post.isForFollowers ? 'followers' : post.privacy,
    group:
      post.group && !context.isInGroup
        ? { title: post.group.title, href: pathOfGroup(post.group) }
        : undefined,
    agentName: post.agentName,
    ...(post.heldAt && { notice: heldNotice() }),
    body:
      context.shown?.body ??
      html`${bodyOf(post, alone)}${!alone && context.place === undefined && threadLink(post)}`,
    direction: alone && post.kind !== 'post' ? textDirection(post.text) : undefined,
    cover: !alone && coverOf(post, href),
    isTruncated: !alone && isTruncated(post),
    media: postMedia(post, viewer, alone),
    menu: postMenu(post, { viewer, base }),
    actions: html`${
      // Questions and answers are voted on, on the question's page.
      post.kind !== 'question' &&
      post.kind !== 'answer' &&
      reactionBar({
        postId: post.id,
        mine: post.mine,
        counts: post.reactions,
        mayReact: viewer !== undefined,
      })
    }
    ${
      !alone &&
      postAction({
        label: t('Comments'),
        icon: 'message-circle',
        isReply: true,
        count: post.comments,
        href: `${pathOf(post).replace(/#.*/, '')}#comment`,
      })
    }
    ${isPublic(post) && shareButton(post)}`,
    alone,
  });
  return html`<turbo-frame id="post-frame-${post.id}" target="_top">${article}</turbo-frame>`;
}

/** Labels above the title by kind. */
const labels = (): Readonly<Record<PostKind, string>> => ({
  post: '',
  article: t('Article'),
  thread: t('Thread'),
  reply: t('Reply'),
  question: t('Question'),
  answer: t('Answer'),
});

const longestExcerpt = 180;

/** The body of a post. Lists show an excerpt of long texts. */
const bodyOf = (post: Post, alone: boolean): Html =>
  alone || post.kind === 'post'
    ? renderPost(post)
    : html`<p class="post-excerpt" dir="auto">${excerptOf(post, longestExcerpt)}</p>`;

/** Lists show one post of a thread. */
const threadLink = (post: Post): Html | false => {
  if (post.kind !== 'post' || (post.replies === 0 && post.parentId === null)) return false;
  const label =
    post.parentId === null
      ? t('Show this thread of {count} posts', { count: post.replies + 1 })
      : t('Show the thread of this post');
  return html`<p><a class="link" href="/posts/${post.parentId ?? post.id}">${label}</a></p>`;
};

/** The cover of an article as a thumbnail. */
function coverOf({ article }: Post, href: string): Html | false {
  if (!article?.cover) return false;
  const { small, width, height } = article.cover;
  return html`<a class="post-cover" href="${href}" tabindex="-1" aria-hidden="true"
    ><img ${attributes({ src: small, alt: '', width, height, loading: 'lazy', decoding: 'async' })}
  /></a>`;
}

/** Lists truncate longer texts. */
const maxLines = 14;
const maxLetters = 1100;
const isTruncated = ({ kind, text }: Post): boolean =>
  kind === 'post' && (text.length > maxLetters || text.split('\n', maxLines + 1).length > maxLines);

const heldNotice = () =>
  notice({
    tone: 'warning',
    body: html`<p>Waiting for review. Only visible to you and moderators.</p>`,
  });

const isCrossed = (newer: Post | undefined, post: Post, line: string | undefined): boolean =>
  newer !== undefined &&
  line !== undefined &&
  BigInt(newer.id) > BigInt(line) &&
  BigInt(post.id) <= BigInt(line);

/** A list of posts with a link to older ones. `empty`: shown if there are none. */
export function postList(
  page: PageOfPosts,
  context: CardContext,
  options: {
    label: string;
    empty: Html;
    older: (before: string) => string;
    isFirst: boolean;
    /** A divider between newer posts and the given post. */
    line?: { before: string; body: Html };
  },
): Html {
  if (page.items.length === 0 && page.next === undefined)
    return options.isFirst ? card({ body: options.empty }) : card({ body: html`<p>No older articles.</p>` });
  return html`${card({
    flush: true,
    body: stack(
      page.items.map((post, index) =>
        isCrossed(page.items[index - 1], post, options.line?.before)
          ? html`${options.line?.body} ${postCard(post, context)}`
          : postCard(post, context),
      ),
      options.label,
    ),
  })}
  ${olderNewer({ older: page.next !== undefined && options.older(page.next) })}`;
}

/** Photos of a person's posts, each linked to its post. */
export const photoGrid = (photos: readonly PhotoInList[], name: string): Html =>
  html`<ul class="photo-grid" aria-label="Photos">
    ${photos.map(
      ({ post_id, source, thumbnail, width, height, alt }) =>
        html`<li>
          <a ${attributes({ href: `/posts/${post_id}`, ...zoomable({ src: thumbnail, full: source }) })}>
            <img
              ${attributes({
                src: thumbnail,
                alt: alt || t('Photo by {name}', { name }),
                width,
                height,
                loading: 'lazy',
                decoding: 'async',
              })}
            />
          </a>
        </li>`,
    )}
  </ul>`;
