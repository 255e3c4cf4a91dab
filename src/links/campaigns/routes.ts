import { Type } from 'typebox';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer } from '../../platform/http/families/links.ts';
import { addRoute, deleteRoute, listRoute, Message, readRoute, updateRoute } from '../owned/api.ts';
import { deletionOf } from '../owned/deletion-pages.ts';
import { getOwned } from '../owned/owned.ts';
import { id } from '../owned/shapes.ts';
import { singleRecord, SingleRecord } from '../single-record.ts';
import { addCampaign } from './add-campaign.ts';
import { assignLink } from './assign-link.ts';
import { listCampaigns } from './list-campaigns.ts';
import { ownedCampaigns } from './queries.ts';
import { updateCampaign } from './update-campaign.ts';
import {
  CampaignChange,
  campaignFields,
  CampaignRecord,
  NewCampaign,
  toCampaignInput,
  toCampaignRecord,
} from './wire.ts';

const tag = 'Campaigns';

export const campaignRoutes = [
  listRoute({
    path: '/api/campaigns',
    summary: 'List campaigns',
    tag,
    key: 'campaigns',
    record: CampaignRecord,
    list: listCampaigns,
    toRecord: (campaign, { app, viewer }) => toCampaignRecord(app.config, viewer, campaign),
  }),
  readRoute({
    path: '/api/campaign/:id',
    summary: 'Retrieve a campaign',
    tag,
    returns: SingleRecord(campaignFields),
    handle: async ({ app, viewer, params }) => {
      const campaign = await getOwned(app, viewer, ownedCampaigns, String(params.id));
      return singleRecord(toCampaignRecord(app.config, viewer, campaign));
    },
  }),
  addRoute({
    path: '/api/campaign/add',
    summary: 'Create a campaign',
    tag,
    body: NewCampaign,
    example: { name: 'Spring sale', slug: 'spring-sale', public: true },
    returns: Answer(campaignFields),
    status: 201,
    handle: async ({ app, viewer, body }) =>
      toCampaignRecord(app.config, viewer, await addCampaign(app, viewer, toCampaignInput(body))),
  }),
  endpoint({
    method: 'POST',
    path: '/api/campaign/:campaignid/assign/:linkid',
    summary: 'Add a link to a campaign',
    description: 'A link belongs to at most one campaign. It is removed from its previous campaign.',
    tag,
    access: 'member',
    params: Type.Object({ campaignid: id, linkid: id }),
    returns: Message,
    handle: async ({ app, viewer, params: { campaignid, linkid } }) => {
      await assignLink(app, viewer, String(campaignid), String(linkid));
      return { message: 'Link added to the campaign' };
    },
  }),
  updateRoute({
    path: '/api/campaign/:id/update',
    summary: 'Update a campaign',
    description: 'Omitted fields and a blank slug do not change.',
    tag,
    body: CampaignChange,
    example: { name: 'Summer sale', public: true },
    returns: Answer(campaignFields),
    handle: async ({ app, viewer, params, body }) => {
      const campaign = await updateCampaign(app, viewer, String(params.id), toCampaignInput(body));
      return toCampaignRecord(app.config, viewer, campaign);
    },
  }),
  deleteRoute({
    path: '/api/campaign/:id/delete',
    summary: 'Delete a campaign and keep its links',
    tag,
    remove: deletionOf(ownedCampaigns).remove,
    message: 'Campaign deleted, and its links are unassigned',
  }),
];
