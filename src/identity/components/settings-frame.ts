import { findEntries, foundEntries, sectionView } from '../../web/components/navigation/section-menu.ts';
import type { MenuGroup } from '../../web/components/navigation/section-menu.ts';
import type { Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';

const groups: readonly MenuGroup[] = [
  {
    label: 'Profile',
    entries: [
      { label: 'Profile', href: '/settings', keywords: 'name, bio' },
      { label: 'Pictures', href: '/settings/pictures', keywords: 'profile picture, avatar, cover' },
      {
        label: 'About you',
        href: '/settings/about',
        keywords: 'relationship, city, work, education, website, social networks',
      },
    ],
  },
  {
    label: 'Account',
    entries: [
      { label: 'Account', href: '/settings/credentials', keywords: 'username, email, password, language' },
      {
        label: 'Two-factor authentication',
        href: '/settings/two-factors',
        keywords: '2fa, authenticator app, recovery codes',
      },
      { label: 'Passkeys', href: '/settings/passkeys', keywords: 'fingerprint, face, security key' },
      { label: 'Sessions', href: '/settings/sessions', keywords: 'devices, sign out' },
    ],
  },
  {
    label: 'Privacy and notifications',
    entries: [
      {
        label: 'Privacy',
        href: '/settings/privacy',
        keywords:
          'visibility, messages, online, read receipts, search engines, blocked people, paid api results',
      },
      {
        label: 'Notifications',
        href: '/settings/notifications',
        keywords: 'email, push, browser notifications',
      },
    ],
  },
  {
    label: 'Money',
    entries: [
      { label: 'Wallet', href: '/settings/wallet', keywords: 'balance, top up, payout, statement' },
      { label: 'Subscriptions', href: '/settings/subscriptions', keywords: 'memberships, renew, cancel' },
      { label: 'Monetization', href: '/settings/monetization', keywords: 'plans, subscribers, earnings' },
    ],
  },
  {
    label: 'Connections',
    entries: [
      { label: 'Apps', href: '/settings/apps', keywords: 'authorized apps, oauth' },
      { label: 'Agents', href: '/settings/agents', keywords: 'ai assistants, limits' },
      { label: 'Invitations', href: '/settings/invitations', keywords: 'invite people' },
    ],
  },
  {
    label: 'Data',
    entries: [
      { label: 'Data', href: '/settings/data', keywords: 'storage, download, export, delete account' },
    ],
  },
];

const searchPage = '/settings/search';

/** Those that Plaza alone has: at Hop's address they lead there. */
export const settingsOfPlaza = [
  '/settings/about',
  '/settings/privacy',
  '/settings/invitations',
  '/settings/notifications',
  '/settings/apps',
  '/settings/agents',
  '/settings/wallet',
  '/settings/subscriptions',
  '/settings/monetization',
  '/settings/data',
] as const;

/** One of a person's settings: heading and menu beside `body`, with the entry of `href` marked. */
export const settings = (title: string, href: string, body: Html, q?: string): View =>
  sectionView({
    title,
    section: 'settings',
    heading: 'Settings',
    groups,
    href,
    search: { action: searchPage, ...(q !== undefined && { q }) },
    body,
  });

/** The settings that have the words searched for. */
export const settingsFound = (q: string): View =>
  settings('Search settings', searchPage, foundEntries(q, findEntries(groups, q)), q);
