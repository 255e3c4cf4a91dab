import { t } from '../../../kernel/translation/translate.ts';
import { tabbedView } from '../../../web/components/navigation/tabbed-view.ts';
import type { Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

/** The operator's pages for Hop, in tab order. */
const pages = () => [
  { label: t('Reports'), href: '/operator/reports' },
  { label: t('Links'), href: '/operator/links' },
  { label: t('Lists'), href: '/operator/lists' },
  { label: t('Rules'), href: '/operator/rules' },
];

/** One of the operator's pages: heading and tabs above `body`, with the tab of `href` selected. */
export const operatorView = (title: string, href: string, lead: string, body: Html): View =>
  tabbedView({ title, section: 'safety', heading: t('Safety'), lead, pages: pages(), href, body });
