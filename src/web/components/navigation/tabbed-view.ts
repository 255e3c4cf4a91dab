import { html, type Html } from '../../html.ts';
import type { View } from '../../view.ts';
import { pageHeader } from '../page-header.ts';
import { tabs } from './tabs.ts';

interface TabbedView extends Pick<View, 'title' | 'section' | 'wide'> {
  /** The shared heading of all pages in these tabs. */
  heading: string;
  lead: string;
  pages: readonly { label: string; href: string }[];
  /** The tab of the current page. */
  href: string;
  body: Html;
}

/** One of several related pages: heading and tabs above `body`. */
export const tabbedView = ({ heading, lead, pages, href, body, ...view }: TabbedView): View => ({
  ...view,
  body: html`${pageHeader({ title: heading, lead })}
  ${tabs(
    heading,
    pages.map((entry) => ({ ...entry, current: entry.href === href })),
  )}
  ${body}`,
});
