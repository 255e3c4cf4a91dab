import { t } from '../../web/translation/translate.ts';
import { findEntries, foundEntries, sectionView } from '../../web/components/navigation/section-menu.ts';
import type { MenuGroup } from '../../web/components/navigation/section-menu.ts';
import type { Html, View } from '../../web/html.ts';

export const operatorMenu = (): readonly MenuGroup[] => [
  {
    label: t('Site'),
    entries: [
      {
        label: t('Settings'),
        href: '/operator/settings',
        keywords: t('name, tagline, registration, age, languages'),
      },
      { label: t('Branding'), href: '/operator/branding', keywords: t('logo, color, font') },
      { label: t('Pages'), href: '/operator/pages', keywords: t('about, terms, privacy, footer') },
      { label: t('Categories'), href: '/operator/categories', keywords: t('articles, questions, pages') },
      {
        label: t('Profile fields'),
        href: '/operator/fields',
        keywords: t('genders, user groups, custom fields'),
      },
      { label: t('Forums'), href: '/operator/forums', keywords: t('sections, moderators') },
      {
        label: t('Crawlers'),
        href: '/operator/crawlers',
        keywords: t('robots.txt, ai training, content signals'),
      },
    ],
  },
  {
    label: t('People'),
    entries: [
      {
        label: t('Sign-in'),
        href: '/operator/sign-in',
        keywords: t('google, openid connect, single sign-on, providers'),
      },
      {
        label: t('Registrations'),
        href: '/operator/registrations',
        keywords: t('approve, waiting list, sign-ups'),
      },
      { label: t('People'), href: '/operator/people', keywords: t('roles, suspend, verify, delete') },
      {
        label: t('Member pages'),
        href: '/operator/member-pages',
        keywords: t('verification requests, suspend'),
      },
      { label: t('Messages'), href: '/operator/messages', keywords: t('contact form') },
    ],
  },
  {
    label: t('Moderation'),
    entries: [
      {
        label: t('Moderation'),
        href: '/moderation',
        keywords: t('queue, reports, appeals, words, spam filter'),
      },
      { label: t('Report reasons'), href: '/operator/reasons', keywords: t('report categories') },
      { label: t('Audit log'), href: '/operator/audit', keywords: t('operator actions') },
    ],
  },
  {
    label: t('Money'),
    entries: [
      { label: t('Revenue'), href: '/operator/revenue', keywords: t('paid calls, payments, keys') },
      {
        label: t('Wallets'),
        href: '/operator/wallets',
        keywords: t('payouts, bank transfers, credits, ledger'),
      },
      { label: t('Sales'), href: '/operator/sales', keywords: t('subscriptions, tips, refunds') },
    ],
  },
  {
    label: t('System'),
    entries: [
      { label: t('App keys'), href: '/operator/apps', keywords: t('api keys, origins') },
      {
        label: t('Agents'),
        href: '/operator/agents',
        keywords: t('registrations, skills, blocked networks'),
      },
      { label: t('Outbox'), href: '/operator/outbox', keywords: t('unsent email') },
      {
        label: t('Suppressed addresses'),
        href: '/operator/suppressions',
        keywords: t('email, bounces, complaints, spam, deferred'),
      },
      { label: t('Backups'), href: '/operator/backups', keywords: t('restore, nightly, proof') },
      { label: t('Style guide'), href: '/style', keywords: 'components' },
    ],
  },
];

const searchPage = '/operator/search';

/** Renders one of Plaza's operator pages: heading and menu beside `body`, with the entry of `href` marked. */
export const operator = (title: string, href: string, body: Html, q?: string): View =>
  sectionView({
    title,
    section: 'operator',
    heading: t('Operator'),
    groups: operatorMenu(),
    href,
    search: { action: searchPage, ...(q !== undefined && { q }) },
    body,
  });

/** The operator pages that match the search terms. */
export const operatorPagesFound = (q: string): View =>
  operator(t('Search operator pages'), searchPage, foundEntries(q, findEntries(operatorMenu(), q)), q);
