import { t } from '../../../web/translation/translate.ts';
import { type MenuEntry, menuList, rowMenu } from '../../../web/components/navigation/row-menu.ts';
import { actionContent, actionName } from '../../../web/components/post.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import { pathOf } from '../paths.ts';
import type { Post } from '../post.ts';

/** The button that opens the ways to share a post, in a frame so that its count follows. */
export const shareButton = ({ id, shares }: Pick<Post, 'id' | 'shares'>): Html =>
  html`<turbo-frame id="share-${id}" target="_top"
    ><a
      class="post-action"
      href="/posts/${id}/share"
      data-menu="/menu"
      aria-haspopup="menu"
      ${attributes(actionName(t('Share'), shares))}
      >${actionContent('repeat-2', shares)}</a
    ></turbo-frame
  >`;

/** What a viewer can do to share a post. Visitors copy and send its link. */
interface Sharing {
  isSignedIn: boolean;
  /** Whether the viewer shared the post without text. */
  isReposted: boolean;
  /** Public URL of Plaza. */
  base: string;
}

/** The menu of ways to share a post, which scripts load when it is opened. */
export const shareMenu = (post: Post, sharing: Sharing): Html =>
  rowMenu(shareEntries(post, sharing, true), sharing.isSignedIn);

/** The same on a page, where what needs scripts is not shown. */
export const shareList = (post: Post, sharing: Sharing): Html => {
  const entries = shareEntries(post, sharing, false);
  return menuList(entries, { label: t('Share'), href: '', entries: Object.keys(entries), values: {} });
};

function shareEntries(
  post: Post,
  { isReposted, base }: Sharing,
  inPlace: boolean,
): Record<string, MenuEntry> {
  const { id } = post;
  const to = `/posts/${id}/repost`;
  const frame = inPlace && { frame: `share-${id}` };
  const fields = (act: 'repost' | 'undo') => ({ do: act, ...(inPlace && { in: 'frame' }) });
  return {
    ...(isReposted
      ? {
          undo: {
            label: t('Undo repost'),
            icon: 'undo-2',
            to,
            fields: fields('undo'),
            said: t('Repost undone'),
            ...frame,
          },
        }
      : {
          repost: {
            label: t('Repost'),
            icon: 'repeat-2',
            to,
            fields: fields('repost'),
            said: t('Reposted'),
            ...frame,
          },
        }),
    quote: { label: t('Quote'), icon: 'quote', href: `/compose?quote=${id}`, frame: '_top' },
    send: {
      label: t('Send in a message'),
      icon: 'send',
      href: `/messages/send?link=${encodeURIComponent(pathOf(post))}`,
      frame: '_top',
    },
    copy: { label: t('Copy link'), icon: 'link', copies: base + pathOf(post), forVisitors: true },
    other: { label: t('Share with …'), icon: 'share-2', shares: base + pathOf(post), forVisitors: true },
  };
}
