import { t } from '../../../kernel/translation/translate.ts';
import { badge } from '../../../web/components/badge.ts';
import { card } from '../../../web/components/card.ts';
import { copyButton } from '../../../web/components/copy.ts';
import { emptyState } from '../../../web/components/empty-state.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { table } from '../../../web/components/table.ts';
import { html, type Html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import {
  deletedNotice,
  collapsibleForm,
  listPagination,
  rowMenu,
  type ListWithFormPage,
} from '../../owned/components/list-parts.ts';
import { rotatorAddress } from '../campaign.ts';
import type { ListedCampaign } from '../list-campaigns.ts';
import { campaignFields } from './campaign-fields.ts';
import { shortNumber } from '../../../web/short-number.ts';

interface CampaignsPage extends ListWithFormPage<ListedCampaign> {
  hopUrl: string;
}

const path = '/dashboard/campaigns';

export const campaignsView = (page: CampaignsPage): View => ({
  title: t('Campaigns'),
  section: 'campaigns',
  body: html`${pageHeader({
    title: t('Campaigns'),
    lead: t('Group links and rotate visitors among them with one short URL.'),
  })}
  ${deletedNotice(
    path,
    page.deletedId,
    t('Campaign deleted'),
    t('Its rotator no longer works. Its links were not deleted.'),
  )}
  ${collapsibleForm({
    path,
    label: t('New campaign'),
    submit: t('Create campaign'),
    fields: campaignFields(page.form, page.hopUrl, t('Leave empty to generate it from the name.')),
    page,
  })}
  ${card({ flush: true, body: campaignTable(page) })}
  ${listPagination(page, (number) => `${path}?page=${number}`)}`,
});

const campaignTable = ({ hopUrl, rows }: CampaignsPage): Html =>
  table({
    caption: t('Your campaigns'),
    rows,
    rowId: ({ id }) => `campaign-${id}`,
    columns: [
      { label: t('Campaign'), main: true, cell: (campaign) => campaignCell(hopUrl, campaign) },
      { label: t('Links'), align: 'end', cell: ({ links }) => shortNumber(links) },
      { label: t('Actions'), hideLabel: true, align: 'end', cell: actions },
    ],
    empty: emptyState({
      illustration: 'links',
      title: t('Create your first campaign'),
      text: t(
        'Create a campaign, add links to it and share its rotator: each visitor is sent to one of them.',
      ),
    }),
  });

function campaignCell(hopUrl: string, campaign: ListedCampaign): Html {
  const { id, name, isPublic } = campaign;
  const rotator = rotatorAddress({ hopUrl }, campaign);
  return html`<div class="link-cell">
    <p class="link-cell-short">
      <a href="/dashboard/campaigns/${id}">${name}</a>
      ${isPublic ? copyButton(rotator, t('Copy the rotator of {name}', { name })) : badge(t('Private'))}
    </p>
    ${isPublic && html`<p class="link-cell-about">${rotator.replace(/^https?:\/\//, '')}</p>`}
  </div>`;
}

const actions = ({ id, name }: ListedCampaign): Html => rowMenu(`${path}/${id}`, name);
