import { tabbedView } from '../../../web/components/navigation/tabbed-view.ts';
import type { Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

/** Hop's pages for the operator, in the order of their tabs. */
const pages = [
  { label: 'Reports', href: '/operator/reports' },
  { label: 'Links', href: '/operator/links' },
  { label: 'Lists', href: '/operator/lists' },
  { label: 'Rules', href: '/operator/rules' },
];

/** One of them: heading and tabs above `body`, with the tab of `href` marked. */
export const operatorView = (title: string, href: string, lead: string, body: Html): View =>
  tabbedView({ title, section: 'safety', heading: 'Safety', lead, pages, href, body });
