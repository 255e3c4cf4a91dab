import { type Static, Type } from 'typebox';
import type { App, Viewer } from '../../platform/app.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer } from '../../platform/http/families/links.ts';
import {
  addKindRoute,
  deleteRoute,
  id,
  listRoute,
  Message,
  readKindRoute,
  updateKindRoute,
} from '../owned/api.ts';
import {
  assignLink,
  type Campaign,
  campaignListAddress,
  ownedCampaigns,
  rotatorAddress,
} from './campaigns.ts';

/** Response fields of a campaign. Clients know its name by three field names. */
const campaignFields = {
  id: Type.Integer(),
  name: Type.String(),
  domain: Type.String({ description: 'The name' }),
  campaign: Type.String({ description: 'The name' }),
  public: Type.Boolean(),
  rotator: Type.Union([Type.String(), Type.Literal(false)], {
    description: 'Whether the campaign is public',
  }),
  list: Type.String({ description: 'URL of the page that lists its links' }),
};
const CampaignRecord = Type.Object(campaignFields, { title: 'Campaign' });

const toCampaignRecord = (
  campaign: Campaign,
  { app: { config }, viewer }: { app: App; viewer: Viewer },
): Static<typeof CampaignRecord> => ({
  id: Number(campaign.id),
  name: campaign.name,
  domain: campaign.name,
  campaign: campaign.name,
  public: campaign.isPublic,
  rotator: campaign.isPublic && rotatorAddress(config, campaign),
  list: campaignListAddress(config, viewer, campaign),
});

const tag = 'Campaigns';

export const campaignRoutes = [
  listRoute({
    path: '/api/campaigns',
    summary: 'List campaigns',
    description: 'With the address of each rotator and public list.',
    tag,
    key: 'campaigns',
    record: CampaignRecord,
    searches: true,
    list: ownedCampaigns.list,
    toRecord: toCampaignRecord,
  }),
  readKindRoute({
    path: '/api/campaign/:id',
    summary: 'Retrieve a campaign',
    description: 'With the address of its rotator and of its public list.',
    tag,
    kind: ownedCampaigns,
    fields: campaignFields,
    toRecord: toCampaignRecord,
  }),
  addKindRoute({
    kind: ownedCampaigns,
    path: '/api/campaign/add',
    summary: 'Create a campaign',
    description: 'Links join it by `campaign`.',
    tag,
    title: 'NewCampaign',
    example: { name: 'Spring sale', slug: 'spring-sale', public: true },
    returns: Answer(campaignFields),
    status: 201,
    toAnswer: toCampaignRecord,
  }),
  endpoint({
    method: 'POST',
    path: '/api/campaign/:campaignid/assign/:linkid',
    verb: assignLink,
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
  updateKindRoute({
    kind: ownedCampaigns,
    path: '/api/campaign/:id/update',
    summary: 'Update a campaign',
    description: 'Omitted fields and a blank slug do not change.',
    tag,
    title: 'CampaignChange',
    example: { name: 'Summer sale', public: true },
    returns: Answer(campaignFields),
    toAnswer: toCampaignRecord,
  }),
  deleteRoute({
    path: '/api/campaign/:id/delete',
    summary: 'Delete a campaign and keep its links',
    description: 'Links stay and belong to no campaign.',
    tag,
    remove: ownedCampaigns.remove,
    message: 'Campaign deleted, and its links are unassigned',
  }),
];
