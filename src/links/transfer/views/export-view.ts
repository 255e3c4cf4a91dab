import { t } from '../../../kernel/translation/translate.ts';
import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

const data = { 'data-turbo': 'false' };

/** The page to export everything. */
export const exportView = (): View => ({
  title: t('Export'),
  section: 'links',
  body: html`${pageHeader({
      title: t('Export'),
      lead: t('Export your data for backup or to move elsewhere. Both files can be imported again.'),
      above: breadcrumbs([{ label: t('Links'), href: '/dashboard' }, { label: t('Export') }]),
    })}
    ${card({
      title: t('Links as a spreadsheet'),
      lead: t('CSV with one row per link: URLs, title, tags, channels, campaign, expiry, rules and clicks.'),
      body: linkButton({
        label: t('Download CSV'),
        href: '/dashboard/export/links.csv',
        icon: 'download',
        kind: 'primary',
        data,
      }),
    })}
    ${card({
      title: t('Everything'),
      lead: t('JSON with links, channels, campaigns, tags, pixels and domains, without passwords.'),
      body: linkButton({
        label: t('Download JSON'),
        href: '/dashboard/export/everything.json',
        icon: 'download',
        data,
      }),
    })}
    <p>
      To export only some links, filter the <a href="/dashboard">list</a>, select them and press Export.
    </p>`,
});
