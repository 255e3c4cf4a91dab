import { pageHeader } from '../../../web/components/page-header.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

/** Hop's pages for the operator, in the order of their tabs. */
const pages = [
  { label: 'Reports', href: '/operator/reports' },
  { label: 'Links', href: '/operator/links' },
  { label: 'Lists', href: '/operator/lists' },
  { label: 'Rules', href: '/operator/rules' },
];

/** One of them: heading and tabs above `body`, with the tab of `href` marked. */
export const operatorView = (title: string, href: string, lead: string, body: Html): View => ({
  title,
  section: 'safety',
  body: html`${pageHeader({ title: 'Safety', lead })}
  ${tabs(
    'Safety',
    pages.map((entry) => ({ ...entry, current: entry.href === href })),
  )}
  ${body}`,
});
