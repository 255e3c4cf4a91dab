import { findEntries, foundEntries, sectionView } from '../../web/components/navigation/section-menu.ts';
import type { MenuGroup } from '../../web/components/navigation/section-menu.ts';
import type { Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';

const groups: readonly MenuGroup[] = [
  {
    label: 'Site',
    entries: [
      {
        label: 'Settings',
        href: '/operator/settings',
        keywords: 'name, tagline, registration, age, languages',
      },
      { label: 'Pages', href: '/operator/pages', keywords: 'about, terms, privacy, footer' },
      { label: 'Categories', href: '/operator/categories', keywords: 'articles, questions, pages' },
      { label: 'Profile fields', href: '/operator/fields', keywords: 'genders, user groups, custom fields' },
      { label: 'Forums', href: '/operator/forums', keywords: 'sections, moderators' },
      { label: 'Crawlers', href: '/operator/crawlers', keywords: 'robots.txt, ai training, content signals' },
    ],
  },
  {
    label: 'People',
    entries: [
      { label: 'People', href: '/operator/people', keywords: 'roles, suspend, verify, delete' },
      { label: 'Member pages', href: '/operator/member-pages', keywords: 'verification requests, suspend' },
      { label: 'Messages', href: '/operator/messages', keywords: 'contact form' },
    ],
  },
  {
    label: 'Moderation',
    entries: [
      { label: 'Moderation', href: '/moderation', keywords: 'queue, reports, appeals, words, spam filter' },
      { label: 'Report reasons', href: '/operator/reasons', keywords: 'report categories' },
      { label: 'Audit log', href: '/operator/audit', keywords: 'operator actions' },
    ],
  },
  {
    label: 'Money',
    entries: [
      { label: 'Revenue', href: '/operator/revenue', keywords: 'paid calls, payments, keys' },
      { label: 'Wallets', href: '/operator/wallets', keywords: 'payouts, bank transfers, credits, ledger' },
      { label: 'Sales', href: '/operator/sales', keywords: 'subscriptions, tips, refunds' },
    ],
  },
  {
    label: 'System',
    entries: [
      { label: 'App keys', href: '/operator/apps', keywords: 'api keys, origins' },
      { label: 'Agents', href: '/operator/agents', keywords: 'registrations, skills, blocked networks' },
      { label: 'Outbox', href: '/operator/outbox', keywords: 'unsent email' },
      { label: 'Style guide', href: '/style', keywords: 'components' },
    ],
  },
];

const searchPage = '/operator/search';

/** One of Plaza's pages for the operator: heading and menu beside `body`, with the entry of `href` marked. */
export const operator = (title: string, href: string, body: Html, q?: string): View =>
  sectionView({
    title,
    section: 'operator',
    heading: 'Operator',
    groups,
    href,
    search: { action: searchPage, ...(q !== undefined && { q }) },
    body,
  });

/** The operator's pages that have the words searched for. */
export const operatorPagesFound = (q: string): View =>
  operator('Search operator pages', searchPage, foundEntries(q, findEntries(groups, q)), q);
