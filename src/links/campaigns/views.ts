import { t } from '../../web/translation/translate.ts';
import { card, emptyState, notice, pageHeader, table } from '../../web/components/surfaces.ts';
import { copyField } from '../../web/components/controls.ts';
import { openGraph } from '../../web/components/open-graph.ts';
import { type FormState } from '../../web/form.ts';
import { html, type Html, type View } from '../../web/html.ts';
import { groupView } from '../owned/views.ts';
import { addByShort, groupedLinks } from '../link/components.ts';
import { type Link, shortAddress, shortName } from '../link/link.ts';
import { type Campaign } from './campaigns.ts';
import type { PublicCampaign } from './reading.ts';

interface CampaignPage {
  hopUrl: string;
  now: Date;
  campaign: Campaign;
  rotator: string;
  /** The address of the public list. */
  publicList: string;
  rows: readonly Link[];
  total: number;
  page: number;
  perPage: number;
  /** State of the form that adds a link. */
  adder: FormState;
}

/** A campaign with its addresses and links. */
export function campaignView(page: CampaignPage): View {
  const { hopUrl, now, campaign, rows, adder } = page;
  const address = `/dashboard/campaigns/${campaign.id}`;
  return groupView({
    ...page,
    section: 'campaigns',
    list: { label: t('Campaigns'), href: '/dashboard/campaigns' },
    name: campaign.name,
    address,
    about: addresses(page),
    adder: addByShort(address, adder),
    table: groupedLinks({
      hopUrl,
      now,
      links: rows,
      caption: t('Links in this campaign'),
      removeTo: ({ id }) => `${address}/links/${id}/remove`,
    }),
  });
}

function addresses({ campaign, rotator, publicList }: CampaignPage): Html {
  if (!campaign.isPublic)
    return notice({
      title: t('This campaign is private'),
      body: html`<p>Make it public to share its rotator, which sends each visitor to one of its links.</p>`,
    });
  return html`<div class="link-summary">
    ${copyField({ label: t('Rotator'), text: rotator })}
    <dl class="facts">
      <div>
        <dt>Public link list</dt>
        <dd><a href="${publicList}">${publicList}</a></dd>
      </div>
    </dl>
  </div>`;
}

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
