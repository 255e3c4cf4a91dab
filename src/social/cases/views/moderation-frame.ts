import { t } from '../../../kernel/translation/translate.ts';
import { tabbedView } from '../../../web/components/navigation/tabbed-view.ts';
import type { Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

const pages = () => [
  { label: t('Queue'), href: '/moderation' },
  { label: t('Log'), href: '/moderation/log' },
  { label: t('Words'), href: '/moderation/words' },
  { label: t('Statistics'), href: '/moderation/numbers' },
];

/** A moderation page with the common heading and tabs. */
export const moderationPage = (title: string, href: string, lead: string, body: Html): View =>
  tabbedView({
    title,
    section: 'moderation',
    wide: true,
    heading: t('Moderation'),
    lead,
    pages: pages(),
    href,
    body,
  });
