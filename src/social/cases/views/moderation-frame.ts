import { tabbedView } from '../../../web/components/navigation/tabbed-view.ts';
import type { Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

const pages = [
  { label: 'Queue', href: '/moderation' },
  { label: 'Log', href: '/moderation/log' },
  { label: 'Words', href: '/moderation/words' },
  { label: 'Statistics', href: '/moderation/numbers' },
];

/** A page of the moderators, below their heading and tabs. */
export const moderationPage = (title: string, href: string, lead: string, body: Html): View =>
  tabbedView({ title, section: 'moderation', wide: true, heading: 'Moderation', lead, pages, href, body });
