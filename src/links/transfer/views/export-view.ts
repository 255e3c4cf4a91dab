import { breadcrumbs } from '../../../web/components/navigation/breadcrumbs.ts';
import { linkButton } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

const data = { 'data-turbo': 'false' };

/** Where everything can be taken away. */
export const exportView: View = {
  title: 'Export',
  section: 'links',
  body: html`${pageHeader({
      title: 'Export',
      lead: 'Export your data for backup or to move elsewhere. Both files can be imported again.',
      above: breadcrumbs([{ label: 'Links', href: '/dashboard' }, { label: 'Export' }]),
    })}
    ${card({
      title: 'Links as a spreadsheet',
      lead: 'CSV with one row per link: URLs, title, tags, channels, campaign, expiry, rules and clicks.',
      body: linkButton({
        label: 'Download CSV',
        href: '/dashboard/export/links.csv',
        icon: 'download',
        kind: 'primary',
        data,
      }),
    })}
    ${card({
      title: 'Everything',
      lead: 'JSON with links, channels, campaigns, tags, pixels and domains, without passwords.',
      body: linkButton({
        label: 'Download JSON',
        href: '/dashboard/export/everything.json',
        icon: 'download',
        data,
      }),
    })}
    <p>
      To export only some links, filter the <a href="/dashboard">list</a> , select them and press Export.
    </p>`,
};
