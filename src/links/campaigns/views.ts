import { t } from '../../kernel/translation/translate.ts';
import { badge } from '../../web/components/badge.ts';
import { card } from '../../web/components/card.ts';
import { copyButton, copyField } from '../../web/components/copy.ts';
import { emptyState } from '../../web/components/empty-state.ts';
import { switchField } from '../../web/components/fields/choice-field.ts';
import { textField } from '../../web/components/fields/text-field.ts';
import { notice } from '../../web/components/notice.ts';
import { openGraph } from '../../web/components/open-graph.ts';
import { pageHeader } from '../../web/components/page-header.ts';
import { table } from '../../web/components/table.ts';
import { bind, type FormState } from '../../web/form.ts';
import { html, type Html } from '../../web/html.ts';
import { shortNumber } from '../../web/short-number.ts';
import type { View } from '../../web/view.ts';
import {
  collapsibleForm,
  deletedNotice,
  listPagination,
  type ListWithFormPage,
  rowMenu,
} from '../owned/lists.ts';
import { editView, groupView } from '../owned/views.ts';
import { addByShort, groupedLinks } from '../link/components.ts';
import { type Link, shortAddress, shortName } from '../link/link.ts';
import { type Campaign, rotatorAddress } from './campaigns.ts';
import type { ListedCampaign, PublicCampaign } from './reading.ts';

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

/** The page for editing a campaign. */
export const campaignFormView = (hopUrl: string, { id, name }: Campaign, state: FormState): View =>
  editView({
    section: 'campaigns',
    title: t('Edit campaign'),
    list: { label: t('Campaigns'), href: '/dashboard/campaigns' },
    name,
    address: `/dashboard/campaigns/${id}`,
    action: `/dashboard/campaigns/${id}/edit`,
    state,
    fields: campaignFields(state, hopUrl, t('The old rotator URL stops working immediately.')),
  });

/** The form fields of a campaign. */
function campaignFields(state: FormState, hopUrl: string, slugHint: string): Html {
  const field = bind(state);
  const { value, ...shared } = field('public');
  return html`${textField({
    ...field('name'),
    label: t('Name'),
    required: true,
    placeholder: t('Spring sale'),
    autocomplete: 'off',
    maxlength: 100,
  })}
  ${textField({
    ...field('slug'),
    label: t('Rotator URL'),
    required: false,
    prefix: `${hopUrl.replace(/^https?:\/\//, '')}/r/`,
    hint: slugHint,
    placeholder: 'spring-sale',
    autocomplete: 'off',
    mono: true,
    maxlength: 60,
  })}
  ${switchField({
    ...shared,
    label: t('Public'),
    hint: t('Anyone can use the rotator and see the list of links.'),
    checked: value !== undefined,
  })}`;
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
