import { pageHeader } from '../../web/components/page-header.ts';
import { tabs } from '../../web/components/navigation/tabs.ts';
import { html, type Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';

/** Plaza's pages for the operator, in the order of their tabs. */
const pages = [
  { label: 'Settings', href: '/operator/settings' },
  { label: 'People', href: '/operator/people' },
  { label: 'Audit', href: '/operator/audit' },
  { label: 'Fields', href: '/operator/fields' },
  { label: 'Categories', href: '/operator/categories' },
  { label: 'Forums', href: '/operator/forums' },
  { label: 'Pages', href: '/operator/pages' },
  { label: 'Members’ pages', href: '/operator/member-pages' },
  { label: 'Crawlers', href: '/operator/crawlers' },
  { label: 'Messages', href: '/operator/messages' },
  { label: 'App keys', href: '/operator/apps' },
  { label: 'Agents', href: '/operator/agents' },
  { label: 'Revenue', href: '/operator/revenue' },
  { label: 'Wallets', href: '/operator/wallets' },
  { label: 'Sales', href: '/operator/sales' },
  { label: 'Outbox', href: '/operator/outbox' },
  { label: 'Reasons', href: '/operator/reasons' },
  { label: 'Moderation', href: '/moderation' },
  { label: 'Style', href: '/style' },
];

/** One of them: the operator's heading and tabs above `body`, with the tab of `href` marked. */
export function operator(title: string, href: string, body: Html): View {
  return {
    title,
    section: 'operator',
    wide: true,
    body: html`${pageHeader({ title: 'Operator' })}
    ${tabs(
      'Operator',
      pages.map((entry) => ({ ...entry, current: entry.href === href })),
    )}
    ${body}`,
  };
}
