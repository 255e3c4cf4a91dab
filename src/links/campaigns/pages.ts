import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { refused } from '../../web/refused.ts';
import { addCampaign } from './add-campaign.ts';
import type { CampaignInput } from './campaign.ts';
import { deleteCampaign } from './delete-campaign.ts';
import { listCampaigns } from './list-campaigns.ts';
import { readCampaign } from './read-campaign.ts';
import { restoreCampaign } from './restore-campaign.ts';
import { updateCampaign } from './update-campaign.ts';
import { campaignFormView } from './views/campaign-form-view.ts';
import { campaignsView } from './views/campaigns-view.ts';

const path = '/dashboard/campaigns';
const perPage = 50;
const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Id = Type.Object({ id });
const PageQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** The campaign just deleted. */
  deleted: Type.Optional(id),
});

/** A box that is not ticked is not sent at all. */
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

/** The list of campaigns, and the forms in which they are made and changed. */
export const campaignPages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    query: PageQuery,
    handle: ({ app, viewer, query }) => showList(app, viewer, query),
  }),
  page({
    method: 'POST',
    path,
    access: 'member',
    body: CampaignForm,
    handle: async ({ app, viewer, body }) => {
      const campaign = await addCampaign(app, viewer, toInput(body));
      return redirect(`${path}/${campaign.id}`, { kind: 'success', text: `“${campaign.name}” is made.` });
    },
    again: ({ app, viewer, body }, problem) => showList(app, viewer, {}, refused(body, problem)),
  }),
  page({
    method: 'GET',
    path: `${path}/:id/edit`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const campaign = await readCampaign(app, viewer, String(params.id));
      const { name, slug, isPublic } = campaign;
      const values = { name, slug, public: isPublic ? 'on' : undefined };
      return campaignFormView(app.config.hopUrl, campaign, { values });
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/edit`,
    access: 'member',
    params: Id,
    body: CampaignForm,
    handle: async ({ app, viewer, params, body }) => {
      const campaign = await updateCampaign(app, viewer, String(params.id), toInput(body));
      return redirect(`${path}/${campaign.id}`, { kind: 'success', text: 'Saved.' });
    },
    again: async ({ app, viewer, params, body }, problem) =>
      campaignFormView(
        app.config.hopUrl,
        await readCampaign(app, viewer, String(params.id)),
        refused(body, problem),
      ),
  }),
  page({
    method: 'POST',
    path: `${path}/:id/delete`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      await deleteCampaign(app, viewer, String(params.id));
      return redirect(`${path}?deleted=${params.id}`);
    },
  }),
  page({
    method: 'POST',
    path: `${path}/:id/restore`,
    access: 'member',
    params: Id,
    handle: async ({ app, viewer, params }) => {
      const { name } = await restoreCampaign(app, viewer, String(params.id));
      return redirect(path, { kind: 'success', text: `“${name}” is back.` });
    },
  }),
];

async function showList(
  app: App,
  viewer: Viewer,
  { page = 1, deleted }: Static<typeof PageQuery>,
  maker: FormState = {},
): Promise<View> {
  const { campaigns, total } = await listCampaigns(app, viewer, { page, perPage });
  const { hopUrl } = app.config;
  return campaignsView({ hopUrl, campaigns, total, page, perPage, maker, deletedId: deleted });
}
