import { Type } from 'typebox';
import { invalid } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { FormState } from '../../web/form.ts';
import type { View } from '../../web/view.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { refused } from '../../web/refused.ts';
import { findByShort } from '../record/find-by-short.ts';
import { assignLink } from './assign-link.ts';
import { listAddress, rotatorAddress } from './campaign.ts';
import { listCampaignLinks } from './list-campaign-links.ts';
import { unassignLink } from './unassign-link.ts';
import { campaignView } from './views/campaign-view.ts';

const path = '/dashboard/campaigns/:id';
const perPage = 50;
const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Id = Type.Object({ id });

/** A campaign with its addresses and links; what is put there and what is taken out. */
export const campaignLinkPages = [
  page({
    method: 'GET',
    path,
    access: 'member',
    params: Id,
    query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })) }),
    handle: ({ app, viewer, params, query }) => showCampaign(app, viewer, params.id, query.page),
  }),
  page({
    method: 'POST',
    path,
    access: 'member',
    params: Id,
    body: Type.Object({ short: Type.String({ maxLength: 2000 }) }),
    handle: async ({ app, viewer, params, body }) => {
      const link = await findByShort(app, viewer, body.short);
      if (!link) throw invalid('short', 'No link of yours has this short address');
      await assignLink(app, viewer, String(params.id), link.id);
      return redirect(`/dashboard/campaigns/${params.id}`, {
        kind: 'success',
        text: `“${link.alias}” is in it.`,
      });
    },
    again: ({ app, viewer, params, body }, problem) =>
      showCampaign(app, viewer, params.id, 1, refused(body, problem)),
  }),
  page({
    method: 'POST',
    path: `${path}/links/:link/remove`,
    access: 'member',
    params: Type.Object({ id, link: id }),
    handle: async ({ app, viewer, params }) => {
      await unassignLink(app, viewer, String(params.id), String(params.link));
      return redirect(`/dashboard/campaigns/${params.id}`, { kind: 'success', text: 'Taken out.' });
    },
  }),
];

async function showCampaign(
  app: App,
  viewer: Viewer,
  id: number,
  page = 1,
  adder: FormState = {},
): Promise<View> {
  const { config, clock } = app;
  const listed = await listCampaignLinks(app, viewer, String(id), { page, perPage });
  return campaignView({
    hopUrl: config.hopUrl,
    now: clock.now(),
    ...listed,
    rotator: rotatorAddress(config, listed.campaign),
    list: listAddress(config, viewer, listed.campaign),
    page,
    perPage,
    adder,
  });
}
