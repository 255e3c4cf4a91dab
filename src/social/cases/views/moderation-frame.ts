import { pageHeader } from '../../../web/components/page-header.ts';
import { tabs } from '../../../web/components/navigation/tabs.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

const pages = [
  { label: 'Queue', href: '/moderation' },
  { label: 'Log', href: '/moderation/log' },
  { label: 'Words', href: '/moderation/words' },
  { label: 'Numbers', href: '/moderation/numbers' },
];

/** A page of the moderators, below their heading and tabs. */
export const moderationPage = (title: string, href: string, lead: string, body: Html): View => ({
  title,
  section: 'moderation',
  wide: true,
  body: html`${pageHeader({ title: 'Moderation', lead })}
  ${tabs(
    'Moderation',
    pages.map((entry) => ({ ...entry, current: entry.href === href })),
  )}
  ${body}`,
});
