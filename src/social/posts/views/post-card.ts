import { menu, menuButton, menuLine, menuLink } from '../../../platform/html/components/menu.ts';
import { icon } from '../../../platform/html/components/icon.ts';
import { notice } from '../../../platform/html/components/notice.ts';
import { post as postArticle, postAction } from '../../../platform/html/components/post.ts';
import { pictures } from '../../../platform/html/components/post-media.ts';
import { html, type Fragment, type Html } from '../../../platform/html/html.ts';
import { may, type Viewer } from '../../../platform/http/caller.ts';
import { reactionBar } from '../../reactions/views/reaction-bar.ts';
import { pathOf } from '../path-of.ts';
import type { Photo, Post, PostKind } from '../post.ts';
import { excerptOf } from '../text/excerpt-of.ts';
import { renderPost } from '../text/render-post.ts';

/** What a card has to know beside the post. */
export interface CardContext {
  viewer: Viewer | undefined;
  /** Plaza's public address. */
  base: string;
}

/** Pictures that a list shows of a post. */
const inGrid = 4;

/** A post in a list, in a frame of its own so that deleting and undoing happen in place; `alone` on its own page. */
export function postCard(post: Post, { viewer, base }: CardContext, alone = false): Html {
  const href = pathOf(post);
  const article = postArticle({
    id: `post-${post.id}`,
    ...speakerOf(post),
    title: post.title,
    label: labels[post.kind],
    href,
    at: post.createdAt,
    edited: post.editedAt !== null,
    privacy: post.privacy,
    ...(post.heldAt && { notice: heldNotice }),
    body: bodyOf(post, alone),
    media: media(post, href, alone),
    menu: postMenu(post, { viewer, base }),
    actions: html`${reactionBar({ postId: post.id, mine: post.mine, counts: post.reactions, mayReact: viewer !== undefined })}
    ${!alone && postAction({ label: 'Comments', icon: 'message-circle', count: post.comments, href: `${pathOf(post).replace(/#.*/, '')}#comments` })}`,
    alone,
  });
  return html`<turbo-frame id="post-frame-${post.id}" target="_top">${article}</turbo-frame>`;
}

/** What stands above a title. */
const labels: Readonly<Record<PostKind, string>> = {
  post: '',
  article: 'Article',
  thread: 'Thread',
  reply: 'Reply',
  question: 'Question',
  answer: 'Answer',
};

/** Who speaks: a person, or a page. */
export const speakerOf = ({ author, page }: Pick<Post, 'author' | 'page'>) =>
  page
    ? {
        author: { id: page.id, name: page.title, username: page.username, picture: page.picture },
        authorHref: `/pages/${page.username}`,
      }
    : { author, authorHref: `/@${author.username}` };

const longestExcerpt = 280;

/** Of a long text a list shows the beginning. */
const bodyOf = (post: Post, alone: boolean): Html =>
  alone || post.kind === 'post'
    ? renderPost(post)
    : html`<p dir="auto">${excerptOf(post, longestExcerpt)}</p>`;

const heldNotice = notice({
  tone: 'warning',
  body: html`<p>Waiting for a moderator. Until then only you and moderators see it.</p>`,
});

function media(post: Post, href: string, alone: boolean): Fragment {
  const { photos } = post;
  const all = photos.map((photo, index) => ({
    src: alone && photos.length === 1 ? photo.address : photo.small,
    alt: photo.alt || unnamed(post, index),
    width: photo.width,
    height: photo.height,
    href: !alone && standsForMore(photos, index) ? href : photo.address,
  }));
  if (!alone) return pictures(all);
  return Array.from({ length: Math.ceil(all.length / inGrid) }, (_, row) =>
    pictures(all.slice(row * inGrid, (row + 1) * inGrid)),
  );
}

/** The last one of the grid stands for all that follow. */
const standsForMore = (photos: readonly Photo[], index: number) =>
  index === inGrid - 1 && photos.length > inGrid;

const unnamed = (post: Post, index: number) =>
  post.photos.length > 1
    ? `Picture ${index + 1} of ${post.photos.length} by ${post.author.name}`
    : `Picture by ${post.author.name}`;

function postMenu(post: Post, { viewer, base }: CardContext): Html {
  const href = pathOf(post);
  const act = `/posts/${post.id}`;
  const isMine = viewer?.id === post.author.id;
  const mayDelete = isMine || may(viewer, 'moderate');
  const remove = {
    to: `${act}/delete`,
    icon: 'trash-2',
    danger: true,
    frame: `post-frame-${post.id}`,
  } as const;
  return menu({
    label: `More about the post by ${post.author.name}`,
    items: html`<button class="menu-item needs-script" type="button" data-copy="${base}${href}">
        ${icon('link')}<span>Copy link</span>
      </button>
      ${menuLink({ label: 'Open the post', href, icon: 'arrow-up-right' })}
      ${isMine && menuLink({ label: 'Edit', href: `${act}/edit`, icon: 'pencil' })}
      ${viewer && !isMine && menuLink({ label: 'Report', href: `/report?handle=post&id=${post.id}`, icon: 'flag', frame: '_top' })}
      ${mayDelete && menuLine}
      ${mayDelete && menuButton({ label: 'Delete', ...remove, ...(!isMine && { confirm: `Delete this post by ${post.author.name}?` }) })}`,
  });
}
