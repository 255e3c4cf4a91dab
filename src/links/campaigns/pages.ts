import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { redirect } from '../../platform/http/endpoint.ts';
import { formPages } from '../../platform/http/form-pages.ts';
import { deletionOf, deletionPages } from '../owned/deletion-pages.ts';
import { getOwned } from '../owned/owned.ts';
import { Id, ListQuery } from '../owned/shapes.ts';
import { addCampaign } from './add-campaign.ts';
import type { CampaignInput } from './campaign.ts';
import { listCampaigns } from './list-campaigns.ts';
import { ownedCampaigns } from './queries.ts';
import { updateCampaign } from './update-campaign.ts';
import { campaignFormView } from './views/campaign-form-view.ts';
import { campaignsView } from './views/campaigns-view.ts';

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
