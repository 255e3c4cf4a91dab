import { t } from '../../../web/translation/translate.ts';
import { may, type Viewer } from '../../../platform/app.ts';
import { menuOpener, rowMenu } from '../../../web/components/navigation/row-menu.ts';
import type { MenuEntry, RowMenu } from '../../../web/components/navigation/row-menu.ts';
import type { Html } from '../../../web/html.ts';
import { mayManageGroup, mayModerateGroup } from '../../access/group.ts';
import { mayWrite } from '../../access/page.ts';
import { isLockable, isPinnable } from '../post-actions.ts';
import { pathOf, pathToEdit } from '../paths.ts';
import type { Post, PostKind } from '../post.ts';
import { bylineOf } from '../texts.ts';

/** Everything that readers, authors and moderators can do with a post. */
export const postEntries = () =>
  ({
    copy: { label: t('Copy link'), icon: 'link', copies: '{origin}{href}', forVisitors: true },
    open: { label: t('Open post'), icon: 'arrow-up-right', href: '{href}', forVisitors: true },
    permalink: { label: t('Permalink'), icon: 'arrow-up-right', href: '{href}', forVisitors: true },
    share: {
      label: t('Share'),
      icon: 'repeat-2',
      href: '/posts/{id}/share',
      frame: '_top',
      forVisitors: true,
    },
    shares: { label: t('View shares'), icon: 'repeat-2', href: '/posts/{id}/shares', forVisitors: true },
    history: { label: t('Edit history'), icon: 'history', href: '/posts/{id}/history', forVisitors: true },
    save: {
      label: t('Save'),
      icon: 'bookmark',
      to: '/posts/{id}/save',
      fields: { do: 'save' },
      then: 'unsave',
    },
    unsave: {
      label: t('Unsave'),
      icon: 'bookmark',
      to: '/posts/{id}/save',
      fields: { do: 'unsave' },
      then: 'save',
    },
    folder: { label: t('Move to folder'), icon: 'folder', href: '/posts/{id}/folder', frame: '_top' },
    pin: { label: t('Pin to your profile'), icon: 'pin', to: '/posts/{id}/pin', fields: { do: 'pin' } },
    unpin: {
      label: t('Unpin from your profile'),
      icon: 'pin-off',
      to: '/posts/{id}/pin',
      fields: { do: 'unpin' },
    },
    pinPage: { label: t('Pin to the page'), icon: 'pin', ...pagePin('pin') },
    unpinPage: { label: t('Unpin from the page'), icon: 'pin-off', ...pagePin('unpin') },
    pinGroup: { label: t('Pin as an announcement'), icon: 'pin', ...groupPin('pin') },
    unpinGroup: { label: t('Unpin the announcement'), icon: 'pin-off', ...groupPin('unpin') },
    removePreview: { label: t('Remove link preview'), icon: 'x', to: '/posts/{id}/remove-preview' },
    lock: { label: t('Close comments'), icon: 'lock', to: '/posts/{id}/lock', fields: { do: 'lock' } },
    unlock: {
      label: t('Reopen comments'),
      icon: 'lock-open',
      to: '/posts/{id}/lock',
      fields: { do: 'unlock' },
    },
    edit: { label: t('Edit'), icon: 'pencil', href: '{edit}' },
    statistics: {
      label: t('Statistics'),
      icon: 'chart-bar',
      href: '/posts/{id}/statistics',
      frame: '_top',
    },
    newsletter: {
      label: t('Send as newsletter'),
      icon: 'mail',
      href: '/newsletters/send?post={id}',
      frame: '_top',
    },
    author: { label: t('Follow, mute or block'), icon: 'user', href: '/@{username}/acts', isLoaded: true },
    report: { label: t('Report'), icon: 'flag', href: '/report?handle=post&id={id}', frame: '_top' },
    reportOther: { label: t('Report'), icon: 'flag', href: '/report?handle={handle}&id={id}', frame: '_top' },
    tip: { label: t('Send a tip'), icon: 'coins', href: '/tip/post/{id}', frame: '_top' },
    delete: deletion(),
    deleteOther: { ...deletion(), confirm: t('Delete this post by {name}?', { name: '{name}' }) },
  }) as const satisfies Record<string, MenuEntry>;

const deletion = () =>
  ({
    label: t('Delete'),
    icon: 'trash-2',
    to: '/posts/{id}/delete',
    frame: 'post-frame-{id}',
    danger: true,
  }) as const;

const pagePin = (act: 'pin' | 'unpin') =>
  ({ to: '/pages/{page}/pin', fields: { post_id: '{id}', do: act }, frame: '_top' }) as const;

const groupPin = (act: 'pin' | 'unpin') =>
  ({ to: '/groups/{group}/pin', fields: { post_id: '{id}', do: act }, frame: '_top' }) as const;

/** What members can do with most posts. */
const usual = 'copy open save author report tip';

export const postsMenu = (isSignedIn: boolean): Html => rowMenu(postEntries(), isSignedIn, usual);

interface MenuContext {
  viewer: Viewer | undefined;
  base: string;
  /** Whether the viewer moderates the post's forum. */
  mayModerate?: boolean;
}

export const postMenu = (post: Post, context: MenuContext): Html =>
  menuOpener('post', postActs(post, context));

/** What the viewer can do with a post. */
export function postActs(post: Post, context: MenuContext): RowMenu<keyof ReturnType<typeof postEntries>> {
  const { id, kind, author, page, pinnedAt } = post;
  const { viewer } = context;
  const { name } = bylineOf(post).author;
  const isAuthor = viewer?.id === author.id;
  const isMine = page ? mayWrite(page) : isAuthor;
  const isStaff = may(viewer, 'moderate');
  const isReply = kind === 'reply';
  const isPost = kind !== 'question' && kind !== 'answer';
  const isInOwnGroup = post.group !== null && mayModerateGroup(post.group);
  const mayDelete = isMine || isStaff || context.mayModerate === true || isInOwnGroup;
  const isPinnedToPage = page !== null && isMine;
  const reports = viewer !== undefined && !isMine;
  return {
    label: labelOf(kind, name),
    href: `/posts/${id}/menu`,
    usual,
    entries: [
      'copy',
      isReply ? 'permalink' : 'open',
      !isPost && !post.heldAt && 'share',
      post.shares > 0 && 'shares',
      post.editedAt !== null && 'history',
      viewer !== undefined && !isReply && (post.isSaved ? 'unsave' : 'save'),
      viewer !== undefined && !isReply && post.isSaved && 'folder',
      isMine && isPinnable(post) && (pinnedAt ? 'unpin' : 'pin'),
      isInOwnGroup && post.parentId === null && (post.isPinnedInGroup ? 'unpinGroup' : 'pinGroup'),
      isPinnedToPage && (pinnedAt ? 'unpinPage' : 'pinPage'),
      isMine && isAuthor && post.preview !== null && 'removePreview',
      (isAuthor || isStaff) && isLockable(post) && (post.lockedAt ? 'unlock' : 'lock'),
      isMine && 'edit',
      isMine && !isReply && 'statistics',
      isMine && isMailable(post) && 'newsletter',
      reports && !isAuthor && !page && 'author',
      reports && (isPost ? 'report' : 'reportOther'),
      reports && post.acceptsTips && 'tip',
      mayDelete && (isMine ? 'delete' : 'deleteOther'),
    ],
    values: {
      'data-id': id,
      'data-href': pathOf(post),
      'data-group': isInOwnGroup ? post.group?.id : undefined,
      'data-page': isPinnedToPage ? page.username : undefined,
      'data-edit': isMine ? pathToEdit(post) : undefined,
      'data-handle': reports && !isPost ? kind : undefined,
      'data-username': reports && !page ? author.username : undefined,
      'data-name': mayDelete && !isMine ? name : undefined,
    },
  };
}

/** Whether the viewer can send a post of theirs by email to subscribers. */
const isMailable = ({ kind, parentId, privacy, heldAt, group }: Post): boolean =>
  (kind === 'post' || kind === 'article') &&
  parentId === null &&
  privacy !== 'me' &&
  heldAt === null &&
  (group === null || mayManageGroup(group));

const labelOf = (kind: PostKind, name: string): string =>
  kind === 'question' || kind === 'answer'
    ? t(
        '{kind, select, question {More actions for the question by {name}} other {More actions for the answer by {name}}}',
        { kind, name },
      )
    : t('More actions');
