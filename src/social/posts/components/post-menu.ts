import { t } from '../../../web/translation/translate.ts';
import { may, type Viewer } from '../../../platform/http/caller.ts';
import { icon } from '../../../web/components/icon.ts';
import { menu, menuButton, menuLine, menuLink } from '../../../web/components/navigation/menu.ts';
import { html, type Html } from '../../../web/html.ts';
import { mayWrite } from '../../access/page.ts';
import { isLockable, isPinnable } from '../menu.ts';
import { pathOf, pathToEdit } from '../paths.ts';
import type { Post } from '../post.ts';
import { bylineOf } from '../texts.ts';

/** The menu of actions for readers, the author and moderators. */
export function postMenu(post: Post, { viewer, base }: { viewer: Viewer | undefined; base: string }): Html {
  const href = pathOf(post);
  const act = `/posts/${post.id}`;
  const isMine = post.page ? mayWrite(post.page) : viewer?.id === post.author.id;
  const mayModerate = may(viewer, 'moderate');
  const remove = {
    to: `${act}/delete`,
    icon: 'trash-2',
    danger: true,
    frame: `post-frame-${post.id}`,
  } as const;
  return menu({
    label: t('More actions for the post by {name}', { name: bylineOf(post).author.name }),
    items: html`<button class="menu-item needs-script" type="button" data-copy="${base}${href}">
        ${icon('link')}<span>Copy link</span>
      </button>
      ${menuLink({ label: t('Open post'), href, icon: 'arrow-up-right' })}
      ${post.shares > 0 && menuLink({ label: t('View shares'), href: `${act}/shares`, icon: 'repeat-2' })}
      ${post.editedAt && menuLink({ label: t('Edit history'), href: `${act}/history`, icon: 'history' })}
      ${viewer && saving(post)} ${isMine && ownActs(post, viewer)}
      ${(viewer?.id === post.author.id || mayModerate) && isLockable(post) && locking(post)}
      ${isMine && menuLink({ label: t('Edit'), href: pathToEdit(post), icon: 'pencil' })}
      ${viewer && !isMine && menuLink({ label: t('Report'), href: `/report?handle=post&id=${post.id}`, icon: 'flag', frame: '_top' })}
      ${
        viewer &&
        !isMine &&
        post.acceptsTips &&
        menuLink({
          label: t('Send a tip'),
          href: `/tip/post/${post.id}`,
          icon: 'coins',
          frame: '_top',
        })
      }
      ${(isMine || mayModerate) && menuLine}
      ${
        (isMine || mayModerate) &&
        menuButton({
          label: t('Delete'),
          ...remove,
          ...(!isMine && {
            confirm: t('Delete this post by {name}?', { name: bylineOf(post).author.name }),
          }),
        })
      }`,
  });
}

const saving = ({ id, isSaved }: Post): Html =>
  menuButton({
    label: isSaved ? t('Unsave') : t('Save'),
    to: `/posts/${id}/save`,
    fields: { do: isSaved ? 'unsave' : 'save' },
    icon: 'bookmark',
  });

function ownActs(post: Post, viewer: Viewer | undefined): Html {
  const { id, author, page, pinnedAt, preview } = post;
  return html`${
    isPinnable(post) &&
    menuButton({
      label: pinnedAt ? t('Unpin from your profile') : t('Pin to your profile'),
      to: `/posts/${id}/pin`,
      fields: { do: pinnedAt ? 'unpin' : 'pin' },
      icon: pinnedAt ? 'pin-off' : 'pin',
    })
  }
  ${page && pinning(post, page)}
  ${author.id === viewer?.id && preview && menuButton({ label: t('Remove link preview'), to: `/posts/${id}/remove-preview`, icon: 'x' })}`;
}

/** Menu items to pin the post to its page. */
const pinning = ({ id, pinnedAt }: Post, { username }: { username: string }): Html =>
  menuButton({
    label: pinnedAt ? t('Unpin from the page') : t('Pin to the page'),
    to: `/pages/${username}/pin`,
    fields: { post_id: id, do: pinnedAt ? 'unpin' : 'pin' },
    icon: pinnedAt ? 'pin-off' : 'pin',
    frame: '_top',
  });

const locking = ({ id, lockedAt }: Post): Html =>
  menuButton({
    label: lockedAt ? t('Reopen comments') : t('Close comments'),
    to: `/posts/${id}/lock`,
    fields: { do: lockedAt ? 'unlock' : 'lock' },
    icon: lockedAt ? 'lock-open' : 'lock',
  });
