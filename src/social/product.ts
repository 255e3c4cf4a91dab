import { t, tc } from '../web/translation/translate.ts';
import { html } from '../web/html.ts';
import type { Product } from '../web/product.ts';
import type { NavigationEntry } from '../web/navigation.ts';

/** Plaza's name and logo. The letters of both products share a stroke: four units wide with round caps. */
export const plaza = (): Product => ({
  key: 'plaza',
  brand: {
    name: 'Plaza',
    letters: {
      path:
        'M4 36V18a6 6 0 0 1 6-6h4a6 6 0 0 1 6 6v4a6 6 0 0 1-6 6H4M29 4v24' +
        'M54 28V18a6 6 0 0 0-6-6h-4a6 6 0 0 0-6 6v4a6 6 0 0 0 6 6h10' +
        'M63 12h13L63 28h13M101 28V18a6 6 0 0 0-6-6h-4a6 6 0 0 0-6 6v4a6 6 0 0 0 6 6h10',
      width: 105,
      dot: { x: 12, y: 20 },
    },
    tile: {
      ground: '#2b47c4',
      letter: 'M10 27V12a4.5 4.5 0 0 1 4.5-4.5h3A4.5 4.5 0 0 1 22 12v3a4.5 4.5 0 0 1-4.5 4.5H10',
      x: 16,
      y: 13.5,
    },
  },
  sibling: 'Hop',
  home: { href: '/', label: t('Open Plaza') },
  navigation: plazaNavigation(),
  search: {
    href: '/search#search-box',
    results: '/search?q=',
    suggestions: '/search/suggest?q=',
    for: 'anyone',
  },
  shareTo: '/compose',
  footer: [
    { label: t('About'), href: '/static' },
    { label: t('Terms'), href: '/static/terms' },
    { label: t('Privacy'), href: '/static/privacy' },
    { label: t('Contact'), href: '/contact' },
    { label: t('Developers'), href: '/developers' },
    { label: t('API reference'), href: '/api-docs' },
  ],
  shortcuts: [
    { name: t('New post'), url: '/compose' },
    { name: t('Messages'), url: '/messages' },
    { name: t('Notifications'), url: '/notifications' },
    { name: t('Search'), url: '/search' },
  ],
  head: html`<link
    rel="search"
    type="application/opensearchdescription+xml"
    title="Plaza"
    href="/opensearch.xml"
  />`,
  isLive: true,
});

/** A navigation group whose entries have the same audience. */
const group = (
  heading: string,
  seenBy: NavigationEntry['for'],
  rows: readonly Omit<NavigationEntry, 'for' | 'group'>[],
) => rows.map((row): NavigationEntry => ({ ...row, group: heading, for: seenBy }));

/** In order: the viewer's daily items, content to read, then saved items. */
const plazaNavigation = (): readonly NavigationEntry[] => [
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
    { key: 'events', label: tc('event', 'Events'), icon: 'calendar', href: '/events' },
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
