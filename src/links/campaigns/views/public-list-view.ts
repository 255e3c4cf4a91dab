import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { openGraph } from '../../../web/components/open-graph.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { table } from '../../../web/components/table.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { shortAddress, shortName, type Link } from '../../record/link.ts';
import type { PublicCampaign } from '../get-public-campaign.ts';

/** The public list of a campaign's links. */
export function publicListView(hopUrl: string, address: string, campaign: PublicCampaign): View {
  const { name, owner, links } = campaign;
  const description = t('{name}: links by {name2}', { name, name2: owner.name });
  return {
    title: name,
    shape: 'landing',
    description,
    canonical: address,
    head: openGraph({ type: 'website', site: 'Hop', title: name, description, url: address }),
    body: html`<div class="sections">
      ${pageHeader({ title: name, lead: t('Links by {name}', { name: owner.name }) })}
      ${card({ flush: true, body: linkTable(hopUrl, links) })}
    </div>`,
  };
}

const linkTable = (hopUrl: string, links: readonly Link[]): Html =>
  table({
    caption: t('Links in this campaign'),
    rows: links,
    columns: [
      {
        label: t('Link'),
        main: true,
        cell: (link) =>
          html`<div class="link-cell">
            <p class="link-cell-short"><a href="${shortAddress({ hopUrl }, link)}">${link.title}</a></p>
            <p class="link-cell-about">${shortName({ hopUrl }, link)}</p>
          </div>`,
      },
    ],
    empty: emptyState({
      illustration: 'links',
      title: t('No links yet'),
      text: t('This campaign has no links at the moment.'),
    }),
  });
