import { t } from '../../../kernel/translation/translate.ts';
import { tabbedView } from '../../../web/components/navigation/tabbed-view.ts';
import type { Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

/** Hop's pages for the operator, in the order of their tabs. */
const pages = () => [
  { label: t('Reports'), href: '/operator/reports' },
  { label: t('Links'), href: '/operator/links' },
  { label: t('Lists'), href: '/operator/lists' },
  { label: t('Rules'), href: '/operator/rules' },
];

/** One of them: heading and tabs above `body`, with the tab of `href` marked. */
export const operatorView = (title: string, href: string, lead: string, body: Html): View =>
  tabbedView({ title, section: 'safety', heading: t('Safety'), lead, pages: pages(), href, body });
