import { Type } from 'typebox';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer, Listing, listing, Paging, perPageOf } from '../../platform/http/families/links.ts';
import { singleRecord, SingleRecord } from '../single-record.ts';
import { addCampaign } from './add-campaign.ts';
import { assignLink } from './assign-link.ts';
import { deleteCampaign } from './delete-campaign.ts';
import { listCampaigns } from './list-campaigns.ts';
import { readCampaign } from './read-campaign.ts';
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
const id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
const Id = Type.Object({ id });

export const campaignRoutes = [
  endpoint({
    method: 'GET',
    path: '/api/campaigns',
    summary: 'List your campaigns',
    tag,
    access: 'member',
    query: Type.Object(Paging),
    returns: Listing('campaigns', CampaignRecord),
    handle: async ({ app, viewer, query: { page = 1, limit } }) => {
      const perPage = perPageOf(limit);
      const { campaigns, total } = await listCampaigns(app, viewer, { page, perPage });
      const records = campaigns.map((campaign) => toCampaignRecord(app.config, viewer, campaign));
      return listing('campaigns', records, { page, perPage, total });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/campaign/:id',
    summary: 'Read a campaign',
    tag,
    access: 'member',
    params: Id,
    returns: SingleRecord(campaignFields),
    handle: async ({ app, viewer, params }) =>
      singleRecord(toCampaignRecord(app.config, viewer, await readCampaign(app, viewer, String(params.id)))),
  }),
  endpoint({
    method: 'POST',
    path: '/api/campaign/add',
    summary: 'Make a campaign',
    tag,
    access: 'member',
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
    summary: 'Put a link into a campaign',
    description: 'A link is in one campaign at most: it leaves the one that it was in.',
    tag,
    access: 'member',
    params: Type.Object({ campaignid: id, linkid: id }),
    returns: Answer({ message: Type.String() }),
    handle: async ({ app, viewer, params: { campaignid, linkid } }) => {
      await assignLink(app, viewer, String(campaignid), String(linkid));
      return { message: 'The link is in the campaign' };
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/api/campaign/:id/update',
    summary: 'Change a campaign',
    description: 'What is left out stays as it is; a blank slug too.',
    tag,
    access: 'member',
    params: Id,
    body: CampaignChange,
    example: { name: 'Summer sale', public: true },
    returns: Answer(campaignFields),
    handle: async ({ app, viewer, params, body }) => {
      const campaign = await updateCampaign(app, viewer, String(params.id), toCampaignInput(body));
      return toCampaignRecord(app.config, viewer, campaign);
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/campaign/:id/delete',
    summary: 'Delete a campaign; its links stay',
    tag,
    access: 'member',
    params: Id,
    returns: Answer({ message: Type.String() }),
    handle: async ({ app, viewer, params }) => {
      await deleteCampaign(app, viewer, String(params.id));
      return { message: 'The campaign is deleted, and its links are unassigned' };
    },
  }),
];
