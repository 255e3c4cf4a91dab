import { t } from '../../web/translation/translate.ts';
import { findEntries, foundEntries, sectionView } from '../../web/components/navigation/section-menu.ts';
import type { MenuGroup } from '../../web/components/navigation/section-menu.ts';
import type { Html, View } from '../../web/html.ts';

export const settingsMenu = (): readonly MenuGroup[] => [
  {
    label: t('Public profile'),
    entries: [
      { label: t('Profile'), href: '/settings/profile', keywords: t('name, bio') },
      { label: t('Pictures'), href: '/settings/pictures', keywords: t('profile picture, avatar, cover') },
      {
        label: t('About you'),
        href: '/settings/about',
        keywords: t('relationship, city, work, education, website, social networks'),
      },
    ],
  },
  {
    label: t('Access'),
    entries: [
      {
        label: t('Account'),
        href: '/settings/credentials',
        keywords: t('username, email, password, language'),
      },
      {
        label: t('Two-factor authentication'),
        href: '/settings/two-factors',
        keywords: t('2fa, authenticator app, recovery codes'),
      },
      { label: t('Passkeys'), href: '/settings/passkeys', keywords: t('fingerprint, face, security key') },
      {
        label: t('Sign-in methods'),
        href: '/settings/sign-in-methods',
        keywords: t('google, github, single sign-on, connect, password'),
      },
      { label: t('Sessions'), href: '/settings/sessions', keywords: t('devices, sign out') },
      {
        label: t('Trust level'),
        href: '/settings/trust',
        keywords: t('reputation, limits, review, moderation'),
      },
    ],
  },
  {
    label: t('Privacy and notifications'),
    entries: [
      {
        label: t('Privacy'),
        href: '/settings/privacy',
        keywords: t(
          'visibility, messages, online, read receipts, search engines, blocked people, paid api results',
        ),
      },
      {
        label: t('Filters'),
        href: '/settings/filters',
        keywords: t('muted words, keywords, hide posts'),
      },
      {
        label: t('Followed hashtags'),
        href: '/settings/hashtags',
        keywords: t('tags, topics, home feed'),
      },
      {
        label: t('Notifications'),
        href: '/settings/notifications',
        keywords: t('email, push, browser notifications'),
      },
      { label: t('Email digest'), href: '/settings/digest', keywords: t('daily, weekly, summary') },
      {
        label: t('Newsletters'),
        href: '/settings/newsletters',
        keywords: t('subscribe, email, unsubscribe'),
      },
    ],
  },
  {
    label: t('Money'),
    entries: [
      { label: t('Wallet'), href: '/settings/wallet', keywords: t('balance, top up, payout, statement') },
      {
        label: t('Subscriptions'),
        href: '/settings/subscriptions',
        keywords: t('memberships, renew, cancel'),
      },
      {
        label: t('Monetization'),
        href: '/settings/monetization',
        keywords: t('plans, subscribers, earnings'),
      },
    ],
  },
  {
    label: t('Connections'),
    entries: [
      {
        label: t('Apps and agents'),
        href: '/settings/agents',
        keywords: t('connected apps, authorized apps, oauth, ai assistants, limits'),
      },
      { label: t('Invitations'), href: '/settings/invitations', keywords: t('invite people') },
    ],
  },
  {
    label: t('Data'),
    entries: [
      {
        label: t('Export and deletion'),
        href: '/settings/data',
        keywords: t('storage, download, export, delete account'),
      },
      {
        label: t('Import'),
        href: '/settings/import',
        keywords: t('mastodon, archive, move in, follows, blocks, lists'),
      },
    ],
  },
];

const searchPage = '/settings/search';

/** Settings that only Plaza has. Hop redirects to them. */
export const settingsOfPlaza = [
  '/settings/about',
  '/settings/privacy',
  '/settings/invitations',
  '/settings/trust',
  '/settings/filters',
  '/settings/hashtags',
  '/settings/notifications',
  '/settings/digest',
  '/settings/newsletters',
  '/settings/wallet',
  '/settings/subscriptions',
  '/settings/monetization',
  '/settings/data',
  '/settings/import',
] as const;

/** Renders one settings page: heading and menu beside `body`, with the entry of `href` marked. */
export const settings = (
  title: string,
  href: string,
  body: Html,
  { q, isFirst = false }: { q?: string; isFirst?: boolean } = {},
): View =>
  sectionView({
    title,
    section: 'settings',
    heading: t('Settings'),
    groups: settingsMenu(),
    href,
    search: { action: searchPage, ...(q !== undefined && { q }) },
    isFirst,
    list: isFirst || href === searchPage ? undefined : '/settings',
    body,
  });

/** The settings pages that match the search terms. */
export const settingsFound = (q: string): View =>
  settings(t('Search settings'), searchPage, foundEntries(q, findEntries(settingsMenu(), q)), { q });
