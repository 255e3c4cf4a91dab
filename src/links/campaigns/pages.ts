import { type Static, Type } from 'typebox';
import { invalid, missing } from '../../kernel/problem.ts';
import { normalize } from '../../kernel/text.ts';
import { t } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { formPages } from '../../platform/http/form-pages.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import { Id, ListQuery } from '../owned/api.ts';
import { getOwned } from '../owned/owned.ts';
import { deletionOf, deletionPages, groupPages } from '../owned/pages.ts';
import { findByShort, shortAddress } from '../link/link.ts';
import {
  addCampaign,
  assignLink,
  type CampaignInput,
  listAddress,
  pickLink,
  rotatorAddress,
  unassignLink,
  updateCampaign,
} from './campaigns.ts';
import { getPublicCampaign, listCampaignLinks, listCampaigns, ownedCampaigns } from './reading.ts';
import { campaignFormView, campaignsView, campaignView, publicListView } from './views.ts';

const path = '/dashboard/campaigns';
const perPage = 50;

/** Browsers do not send unchecked boxes. */
const CampaignForm = Type.Object({
  name: Type.String(),
  slug: Type.Optional(Type.String()),
  public: Type.Optional(Type.String()),
});

const toInput = ({ name, slug, public: isPublic }: Static<typeof CampaignForm>): CampaignInput => ({
  name,
  slug,
  isPublic: isPublic !== undefined,
});

/** The list of campaigns, and the forms that create and edit them. */
export const campaignPages = [
  ...formPages({
    path,
    verb: addCampaign,
    query: ListQuery,
    body: CampaignForm,
    show: ({ app, viewer, query }, state) => showList(app, viewer, query, state),
    save: async ({ app, viewer, body }) => {
      const campaign = await addCampaign(app, viewer, toInput(body));
      return redirect(`${path}/${campaign.id}`, { kind: 'success', text: `“${campaign.name}” created.` });
    },
  }),
  ...formPages({
    path: `${path}/:id/edit`,
    verb: updateCampaign,
    params: Id,
    body: CampaignForm,
    show: async ({ app, viewer, params }, state) => {
      const campaign = await getOwned(app, viewer, ownedCampaigns, String(params.id));
      const { name, slug, isPublic } = campaign;
      const values = { name, slug, public: isPublic ? 'on' : undefined };
      return campaignFormView(app.config.hopUrl, campaign, state ?? { values });
    },
    save: async ({ app, viewer, params, body }) => {
      const campaign = await updateCampaign(app, viewer, String(params.id), toInput(body));
      return redirect(`${path}/${campaign.id}`, { kind: 'success', text: t('Saved.') });
    },
  }),
  ...deletionPages(path, deletionOf(ownedCampaigns), ({ name }) => t('“{name}” restored.', { name })),
];

async function showList(
  app: App,
  viewer: Viewer,
  { page = 1, deleted }: Static<typeof ListQuery> = {},
  form: FormState = {},
): Promise<View> {
  const listed = await listCampaigns(app, viewer, { page, perPage });
  const { hopUrl } = app.config;
  return campaignsView({ hopUrl, ...listed, page, perPage, form, deletedId: deleted });
}

/** A campaign with its addresses and links, and the actions that add and remove links. */
export const campaignLinkPages = groupPages({
  path: '/dashboard/campaigns',
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
    if (!link) throw invalid('short', t('None of your links has this short URL'));
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
      return redirect(`${shortAddress(app.config, await pickLink(app, params.slug))}${query}`);
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
      if (id === undefined) throw missing(t('Campaign'));
      const campaign = await getPublicCampaign(app, username, id);
      const address = listAddress(app.config, campaign.owner, campaign);
      // The id identifies the campaign even if its slug has changed. Redirects to the canonical address.
      return normalize(list, 'NFC') === `${campaign.slug}-${id}` && username === campaign.owner.username
        ? publicListView(app.config.hopUrl, address, campaign)
        : redirect(address);
    },
  }),
];
