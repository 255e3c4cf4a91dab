import { menu, menuButton, menuLine, menuLink } from '../../../platform/html/components/menu.ts';
import { icon } from '../../../platform/html/components/icon.ts';
import { notice } from '../../../platform/html/components/notice.ts';
import { post as postArticle, postAction } from '../../../platform/html/components/post.ts';
import { pictures } from '../../../platform/html/components/post-media.ts';
import { html, type Fragment, type Html } from '../../../platform/html/html.ts';
import { may, type Viewer } from '../../../platform/http/caller.ts';
import { reactionBar } from '../../reactions/views/reaction-bar.ts';
import type { Photo, Post } from '../post.ts';
import { renderText } from '../text/render-text.ts';

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
  const href = `/posts/${post.id}`;
  const article = postArticle({
    id: `post-${post.id}`,
    author: post.author,
    authorHref: `/@${post.author.username}`,
    href,
    at: post.createdAt,
    edited: post.editedAt !== null,
    privacy: post.privacy,
    ...(post.heldAt && { notice: heldNotice }),
    body: renderText(post.text, post.mentions),
    media: media(post, href, alone),
    menu: postMenu(post, { viewer, base }),
    actions: html`${reactionBar({ postId: post.id, mine: post.mine, counts: post.reactions, mayReact: viewer !== undefined })}
    ${!alone && postAction({ label: 'Comments', icon: 'message-circle', count: post.comments, href: `${href}#comments` })}`,
    alone,
  });
  return html`<turbo-frame id="post-frame-${post.id}" target="_top">${article}</turbo-frame>`;
}

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
  const href = `/posts/${post.id}`;
  const isMine = viewer?.id === post.author.id;
  const mayDelete = isMine || may(viewer, 'moderate');
  const remove = {
    to: `${href}/delete`,
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
      ${isMine && menuLink({ label: 'Edit', href: `${href}/edit`, icon: 'pencil' })}
      ${viewer && !isMine && menuLink({ label: 'Report', href: `/report?handle=post&id=${post.id}`, icon: 'flag', frame: '_top' })}
      ${mayDelete && menuLine}
      ${mayDelete && menuButton({ label: 'Delete', ...remove, ...(!isMine && { confirm: `Delete this post by ${post.author.name}?` }) })}`,
  });
}
