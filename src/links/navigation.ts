import type { NavigationEntry } from '../web/navigation.ts';

type Row = Omit<NavigationEntry, 'for'>;

const group = (name: string, rows: readonly Row[], seenBy: NavigationEntry['for'] = 'member') =>
  rows.map((row) => ({ ...row, group: name, for: seenBy }));

export const hopNavigation: readonly NavigationEntry[] = [
  {
    key: 'links',
    label: 'Links',
    icon: 'link',
    href: '/dashboard',
    for: 'member',
    phone: true,
    shortcut: 'g l',
  },
  {
    key: 'qr',
    label: 'QR codes',
    icon: 'qr-code',
    href: '/dashboard/qr',
    for: 'member',
    phone: true,
    shortcut: 'g q',
  },
  {
    key: 'bio',
    label: 'Bio pages',
    icon: 'smartphone',
    href: '/dashboard/bio',
    for: 'member',
    phone: true,
    shortcut: 'g b',
  },
  {
    key: 'statistics',
    label: 'Statistics',
    icon: 'chart-line',
    href: '/dashboard/statistics',
    for: 'member',
    phone: true,
    shortcut: 'g t',
  },
  ...group('Sort', [
    {
      key: 'campaigns',
      label: 'Campaigns',
      icon: 'megaphone',
      href: '/dashboard/campaigns',
      shortcut: 'g m',
    },
    { key: 'channels', label: 'Channels', icon: 'layers', href: '/dashboard/channels', shortcut: 'g c' },
    { key: 'tags', label: 'Tags', icon: 'tag', href: '/dashboard/tags', shortcut: 'g #' },
  ]),
  ...group('On the way', [
    { key: 'domains', label: 'Domains', icon: 'globe', href: '/dashboard/domains', shortcut: 'g d' },
    { key: 'splash', label: 'Splash pages', icon: 'panel-right', href: '/dashboard/splash', shortcut: 'g p' },
    {
      key: 'overlays',
      label: 'Overlays',
      icon: 'message-circle',
      href: '/dashboard/overlays',
      shortcut: 'g o',
    },
    { key: 'pixels', label: 'Pixels', icon: 'target', href: '/dashboard/pixels', shortcut: 'g x' },
  ]),
  ...group('Account', [
    { key: 'api', label: 'API & keys', icon: 'key-round', href: '/dashboard/api', shortcut: 'g a' },
    { key: 'webhooks', label: 'Webhooks', icon: 'webhook', href: '/dashboard/webhooks', shortcut: 'g w' },
    { key: 'team', label: 'Team', icon: 'users', href: '/dashboard/team', shortcut: 'g e' },
    { key: 'data', label: 'Your data', icon: 'download', href: '/dashboard/data' },
    { key: 'settings', label: 'Settings', icon: 'settings', href: '/dashboard/settings', shortcut: 'g s' },
  ]),
  ...group(
    'Operator',
    [
      { key: 'plans', label: 'Plans', icon: 'gauge', href: '/operator/plans' },
      { key: 'safety', label: 'Safety', icon: 'shield', href: '/operator/reports' },
    ],
    'operator',
  ),
  { key: 'home', label: 'What Hop does', icon: 'house', href: '/', for: 'visitor', phone: true },
  { key: 'signin', label: 'Sign in', icon: 'log-in', href: '/signin', for: 'visitor', phone: true },
  {
    key: 'signup',
    label: 'Register',
    icon: 'user-plus',
    href: '/signup',
    for: 'visitor',
    phone: true,
    act: true,
  },
];
