import { t, tc } from '../web/translation/translate.ts';
import type { NavigationEntry } from '../web/navigation.ts';

/** A navigation group whose entries have the same audience. */
const group = (
  heading: string,
  seenBy: NavigationEntry['for'],
  rows: readonly Omit<NavigationEntry, 'for' | 'group'>[],
) => rows.map((row): NavigationEntry => ({ ...row, group: heading, for: seenBy }));

/** In order: the viewer's daily items, content to read, then saved items. */
export const plazaNavigation = (): readonly NavigationEntry[] => [
  { key: 'home', label: t('Home'), icon: 'house', href: '/', for: 'anyone', phone: true, shortcut: 'g h' },
  {
    key: 'messages',
    label: t('Messages'),
    icon: 'message-circle',
    href: '/messages',
    for: 'member',
    phone: true,
    count: 'messages',
    shortcut: 'g c',
  },
  {
    key: 'notifications',
    label: tc('navigation', 'Notifications'),
    icon: 'bell',
    href: '/notifications',
    for: 'member',
    phone: true,
    count: 'notifications',
    shortcut: 'g n',
  },
  {
    key: 'compose',
    label: tc('navigation', 'New post'),
    icon: 'square-pen',
    href: '/compose',
    for: 'member',
    phone: true,
    shortcut: 'n',
    act: true,
  },
  ...group(t('Explore'), 'member', [
    {
      key: 'people',
      label: t('People'),
      icon: 'users',
      href: '/people',
      count: 'friendRequests',
      shortcut: 'g p',
    },
  ]),
  ...group(t('Explore'), 'member', [{ key: 'groups', label: t('Groups'), icon: 'users', href: '/groups' }]),
  ...group(t('Explore'), 'anyone', [
    { key: 'trending', label: t('Trending'), icon: 'trending-up', href: '/trending', shortcut: 'g t' },
    { key: 'articles', label: t('Articles'), icon: 'newspaper', href: '/articles', shortcut: 'g a' },
    {
      key: 'questions',
      label: t('Questions'),
      icon: 'circle-question-mark',
      href: '/questions',
      shortcut: 'g q',
    },
    { key: 'forums', label: t('Forums'), icon: 'messages-square', href: '/forums', shortcut: 'g f' },
    { key: 'pages', label: t('Pages'), icon: 'flag', href: '/pages', shortcut: 'g b' },
    { key: 'glossary', label: t('Glossary'), icon: 'book-open', href: '/glossary', shortcut: 'g l' },
    { key: 'tools', label: t('Tools'), icon: 'wrench', href: '/tools', shortcut: 'g w' },
  ]),
  ...group(t('You'), 'member', [
    { key: 'saved', label: t('Saved'), icon: 'bookmark', href: '/saved' },
    { key: 'lists', label: t('Lists'), icon: 'list', href: '/lists' },
    { key: 'drafts', label: t('Drafts'), icon: 'file-text', href: '/drafts' },
  ]),
  {
    key: 'profile',
    label: t('Profile'),
    icon: 'user',
    href: (viewer) => `/@${viewer.username}`,
    for: 'member',
    inMenu: true,
    shortcut: 'g m',
  },
  {
    key: 'settings',
    label: t('Settings'),
    icon: 'settings',
    href: '/settings',
    for: 'member',
    inMenu: true,
    shortcut: 'g s',
  },
  {
    key: 'moderation',
    label: t('Moderation'),
    icon: 'shield',
    href: '/moderation',
    for: 'moderator',
    inMenu: true,
  },
  {
    key: 'operator',
    label: t('Operator'),
    icon: 'shield',
    href: '/operator/settings',
    for: 'operator',
    inMenu: true,
  },
  { key: 'signin', label: t('Sign in'), icon: 'log-in', href: '/signin', for: 'visitor', phone: true },
  {
    key: 'signup',
    label: t('Join'),
    icon: 'user-plus',
    href: '/signup',
    for: 'visitor',
    phone: true,
    act: true,
  },
];
