import type { NavigationEntry } from '../web/navigation.ts';

/** Rows below one heading that the same people see. */
const group = (
  heading: string,
  seenBy: NavigationEntry['for'],
  rows: readonly Omit<NavigationEntry, 'for' | 'group'>[],
) => rows.map((row): NavigationEntry => ({ ...row, group: heading, for: seenBy }));

/** First what is one's own of today, then what there is to read, then what is kept. */
export const plazaNavigation: readonly NavigationEntry[] = [
  { key: 'home', label: 'Home', icon: 'house', href: '/', for: 'anyone', phone: true, shortcut: 'g h' },
  {
    key: 'messages',
    label: 'Messages',
    icon: 'message-circle',
    href: '/messages',
    for: 'member',
    phone: true,
    count: 'messages',
    shortcut: 'g c',
  },
  {
    key: 'notifications',
    label: 'Notifications',
    icon: 'bell',
    href: '/notifications',
    for: 'member',
    phone: true,
    count: 'notifications',
    shortcut: 'g n',
  },
  {
    key: 'compose',
    label: 'New post',
    icon: 'square-pen',
    href: '/#compose',
    for: 'member',
    phone: true,
    shortcut: 'n',
    act: true,
  },
  ...group('Explore', 'member', [
    {
      key: 'people',
      label: 'People',
      icon: 'users',
      href: '/people',
      count: 'friendRequests',
      shortcut: 'g p',
    },
  ]),
  ...group('Explore', 'anyone', [
    { key: 'search', label: 'Search', icon: 'search', href: '/search#search-box', shortcut: '/' },
    { key: 'trending', label: 'Trending', icon: 'trending-up', href: '/trending', shortcut: 'g t' },
    { key: 'articles', label: 'Articles', icon: 'newspaper', href: '/articles', shortcut: 'g a' },
    {
      key: 'questions',
      label: 'Questions',
      icon: 'circle-question-mark',
      href: '/questions',
      shortcut: 'g q',
    },
    { key: 'forums', label: 'Forums', icon: 'messages-square', href: '/forums', shortcut: 'g f' },
    { key: 'pages', label: 'Pages', icon: 'flag', href: '/pages', shortcut: 'g b' },
    { key: 'glossary', label: 'Glossary', icon: 'book-open', href: '/glossary', shortcut: 'g l' },
    { key: 'tools', label: 'Tools', icon: 'wrench', href: '/tools', shortcut: 'g w' },
  ]),
  ...group('You', 'member', [
    {
      key: 'profile',
      label: 'Profile',
      icon: 'user',
      href: (viewer) => `/@${viewer.username}`,
      shortcut: 'g m',
    },
    { key: 'saved', label: 'Saved', icon: 'bookmark', href: '/saved' },
    { key: 'drafts', label: 'Drafts', icon: 'file-text', href: '/drafts' },
    { key: 'settings', label: 'Settings', icon: 'settings', href: '/settings', shortcut: 'g s' },
  ]),
  ...group('You', 'moderator', [
    { key: 'moderation', label: 'Moderation', icon: 'shield', href: '/moderation' },
  ]),
  ...group('You', 'operator', [
    { key: 'operator', label: 'Operator', icon: 'shield', href: '/operator/settings' },
  ]),
  { key: 'signin', label: 'Sign in', icon: 'log-in', href: '/signin', for: 'visitor', phone: true },
  {
    key: 'signup',
    label: 'Join',
    icon: 'user-plus',
    href: '/signup',
    for: 'visitor',
    phone: true,
    act: true,
  },
];
