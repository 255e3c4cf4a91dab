import { badge } from '../../../web/components/badge.ts';
import { button } from '../../../web/components/button.ts';
import { card } from '../../../web/components/card.ts';
import { copyButton } from '../../../web/components/copy.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { icon } from '../../../web/components/icon.ts';
import { menu, menuButton, menuLine, menuLink } from '../../../web/components/navigation/menu.ts';
import { notice } from '../../../web/components/notice.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { pagination } from '../../../web/components/navigation/pagination.ts';
import { table } from '../../../web/components/table.ts';
import { buttonForm, form, type FormState } from '../../../web/form.ts';
import { attributes, html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { rotatorAddress } from '../campaign.ts';
import type { ListedCampaign } from '../list-campaigns.ts';
import { campaignFields } from './campaign-fields.ts';

interface CampaignsPage {
  hopUrl: string;
  campaigns: readonly ListedCampaign[];
  total: number;
  page: number;
  perPage: number;
  /** The form above the list, as it was typed. */
  maker: FormState;
  deletedId: number | undefined;
}

export function campaignsView(page: CampaignsPage): View {
  return {
    title: 'Campaigns',
    section: 'campaigns',
    body: html`${pageHeader({
      title: 'Campaigns',
      lead: 'Share one address that leads to any of several links.',
    })}
    ${page.deletedId && deletedNotice(page.deletedId)} ${maker(page)}
    ${card({ flush: true, body: campaignTable(page) })}
    ${pagination({
      page: page.page,
      pages: Math.ceil(page.total / page.perPage),
      href: (number) => `/dashboard/campaigns?page=${number}`,
    })}`,
  };
}

function deletedNotice(id: number): Html {
  return notice({
    title: 'The campaign is deleted',
    body: html`<p>Its rotator leads nowhere now. The links that were in it are still there.</p>
      ${buttonForm({ to: `/dashboard/campaigns/${id}/restore`, label: 'Undo', icon: 'reply', small: true })}`,
  });
}

function maker({ hopUrl, maker, total }: CampaignsPage): Html {
  const open = total === 0 || maker.errors !== undefined || maker.message !== undefined;
  const fields = form({
    action: '/dashboard/campaigns',
    state: maker,
    body: html`<div class="more-fields">
        ${campaignFields(maker, hopUrl, 'Left empty, it is made from the name.')}
      </div>
      ${button({ label: 'Make campaign', kind: 'primary', busyLabel: 'Making it' })}`,
  });
  return html`<div class="maker-card">
    ${card({
      body: html`<details class="more" ${attributes({ open })}>
        <summary>${icon('chevron-down')}New campaign</summary>
        ${fields}
      </details>`,
    })}
  </div>`;
}

const campaignTable = ({ hopUrl, campaigns }: CampaignsPage): Html =>
  table({
    caption: 'Your campaigns',
    rows: campaigns,
    rowId: ({ id }) => `campaign-${id}`,
    columns: [
      { label: 'Campaign', main: true, cell: (campaign) => campaignCell(hopUrl, campaign) },
      { label: 'Links', align: 'end', cell: ({ links }) => links.toLocaleString('en') },
      { label: 'Actions', hideLabel: true, align: 'end', cell: actions },
    ],
    empty: emptyState({
      illustration: 'links',
      title: 'Your first campaign',
      text: 'Make one, put links into it, and share its rotator: each visitor is led to one of them.',
    }),
  });

function campaignCell(hopUrl: string, campaign: ListedCampaign): Html {
  const { id, name, isPublic } = campaign;
  const rotator = rotatorAddress({ hopUrl }, campaign);
  return html`<div class="link-cell">
    <p class="link-cell-short">
      <a href="/dashboard/campaigns/${id}">${name}</a>
      ${isPublic ? copyButton(rotator, `Copy the rotator of ${name}`) : badge('Private')}
    </p>
    ${isPublic && html`<p class="link-cell-about">${rotator.replace(/^https?:\/\//, '')}</p>`}
  </div>`;
}

function actions({ id, name }: ListedCampaign): Html {
  const address = `/dashboard/campaigns/${id}`;
  return menu({
    label: `Actions for ${name}`,
    items: html`${menuLink({ label: 'Edit', href: `${address}/edit`, icon: 'pencil' })} ${menuLine}
    ${menuButton({ label: 'Delete', to: `${address}/delete`, icon: 'trash-2', danger: true })}`,
  });
}
