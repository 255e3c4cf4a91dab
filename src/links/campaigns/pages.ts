import { Type } from 'typebox';
import { invalid, missing, msg } from '../../kernel/problem.ts';
import { normalize } from '../../kernel/text.ts';
import { t } from '../../web/translation/translate.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { badge, card, emptyState, notice, pageHeader, table } from '../../web/components/surfaces.ts';
import { copyButton, copyField } from '../../web/components/controls.ts';
import { html, type Html, shortNumber, type View } from '../../web/html.ts';
import { forHeader, forward } from '../forward.ts';
import { findByShort, shortAddress, type Link, shortName } from '../link/link.ts';
import { groupPages, kindPages } from '../owned/pages.ts';
import {
  assignLink,
  type Campaign,
  campaignListAddress,
  ownedCampaigns,
  rotatorAddress,
  removeFromCampaign,
} from './campaigns.ts';
import { getPublicCampaign, listCampaignLinks, pickLink, type PublicCampaign } from './reading.ts';
import { openGraph } from '../../web/components/open-graph.ts';
import type { FormState } from '../../web/form.ts';
import { linkGroupView } from '../owned/views.ts';
import { addByShort, groupedLinks } from '../link/components.ts';

const path = '/dashboard/campaigns';
const perPage = 50;

/** The list of campaigns, and the forms that create and edit them. */
export const campaignPages = kindPages(ownedCampaigns, {
  path,
  section: 'campaigns',
  perPage,
  title: msg('Campaigns'),
  lead: msg('Group links and rotate visitors among them with one short URL.'),
  caption: msg('Your campaigns'),
  search: {
    counted: (total) => t('{total, plural, one {# campaign} other {# campaigns}}', { total }),
    search: msg('Search campaigns'),
  },
  columns: ({ config }) => [
    { label: t('Campaign'), main: true, cell: (campaign) => campaignCell(config.hopUrl, campaign) },
    { label: t('Links'), align: 'end', cell: ({ uses }) => shortNumber(uses) },
  ],
  empty: {
    illustration: 'links',
    title: msg('Create your first campaign'),
    text: msg(
      'Create a campaign, add links to it and share its rotator: each visitor is sent to one of them.',
    ),
  },
  create: { title: msg('New campaign'), submit: msg('Create campaign') },
  edit: { title: msg('Edit campaign'), path: '/edit' },
  hasPage: true,
  deleted: {
    title: msg('Campaign deleted'),
    text: msg('Its rotator no longer works. Its links were not deleted.'),
  },
  restored: msg('“{name}” restored.'),
});

function campaignCell(hopUrl: string, campaign: Campaign): Html {
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

/** A campaign with its addresses and links, and the actions that add and remove links. */
export const campaignLinkPages = groupPages({
  path,
  show: async (app, viewer, id, page, adder = {}) => {
    const { config, clock } = app;
    const listed = await listCampaignLinks(app, viewer, id, { page, perPage });
    return campaignView({
      hopUrl: config.hopUrl,
      now: clock.now(),
      ...listed,
      rotator: rotatorAddress(config, listed.campaign),
      publicList: campaignListAddress(config, viewer, listed.campaign),
      page,
      perPage,
      adder,
    });
  },
  add: async (app, viewer, id, short) => {
    const link = await findByShort(app, viewer, short);
    if (!link) throw invalid('short', msg('None of your links has this short URL'));
    await assignLink(app, viewer, id, link.id);
    return link.alias;
  },
  remove: removeFromCampaign,
  adds: assignLink,
});

/** The public pages of campaigns. */
export const campaignPublicPages = [
  page({
    method: 'GET',
    path: '/r/:slug',
    access: 'anyone',
    params: Type.Object({ slug: Type.String({ maxLength: 200 }) }),
    // Redirects to the short link, which counts the click and shows any password prompt or interstitial. The
    // query string is passed on unchanged.
    handle: async ({ app, params, client: { path } }) => {
      const query = path.includes('?') ? path.slice(path.indexOf('?')) : '';
      const link = await pickLink(app, params.slug);
      return forward(forHeader(`${shortAddress(app.config, link)}${query}`), 303, link);
    },
  }),
  page({
    method: 'GET',
    path: '/u/:username/:list',
    access: 'anyone',
    params: Type.Object({
      username: Type.String({ maxLength: 100 }),
      list: Type.String({ maxLength: 300, description: 'The campaign’s slug and id: spring-sale-7' }),
    }),
    handle: async ({ app, params: { username, list } }) => {
      const id = /-(\d{1,18})$/.exec(list)?.[1];
      if (id === undefined) throw missing(msg('Campaign'));
      const campaign = await getPublicCampaign(app, username, id);
      const address = campaignListAddress(app.config, campaign.owner, campaign);
      // The id identifies the campaign even if its slug has changed. Redirects to the canonical address.
      return normalize(list, 'NFC') === `${campaign.slug}-${id}` && username === campaign.owner.username
        ? publicListView(app.config.hopUrl, address, campaign)
        : redirect(address);
    },
  }),
];

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
function campaignView(page: CampaignPage): View {
  const { hopUrl, now, campaign, rows, adder } = page;
  const address = `/dashboard/campaigns/${campaign.id}`;
  return linkGroupView({
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
function publicListView(hopUrl: string, address: string, campaign: PublicCampaign): View {
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
