import { Type } from 'typebox';
import { invalid, missing, msg } from '../../kernel/problem.ts';
import { normalize } from '../../kernel/text.ts';
import { t } from '../../web/translation/translate.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { badge } from '../../web/components/surfaces.ts';
import { copyButton } from '../../web/components/controls.ts';
import { html, type Html, shortNumber } from '../../web/html.ts';
import { forHeader, forward } from '../forward.ts';
import { findByShort, shortAddress } from '../link/link.ts';
import { groupPages, kindPages } from '../owned/pages.ts';
import {
  assignLink,
  type Campaign,
  listAddress,
  ownedCampaigns,
  rotatorAddress,
  unassignLink,
} from './campaigns.ts';
import { getPublicCampaign, listCampaignLinks, pickLink } from './reading.ts';
import { campaignView, publicListView } from './views.ts';

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
      publicList: listAddress(config, viewer, listed.campaign),
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
  remove: unassignLink,
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
      const address = listAddress(app.config, campaign.owner, campaign);
      // The id identifies the campaign even if its slug has changed. Redirects to the canonical address.
      return normalize(list, 'NFC') === `${campaign.slug}-${id}` && username === campaign.owner.username
        ? publicListView(app.config.hopUrl, address, campaign)
        : redirect(address);
    },
  }),
];
