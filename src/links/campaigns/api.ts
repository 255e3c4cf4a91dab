import { type Static, Type } from 'typebox';
import type { Viewer } from '../../platform/app.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer } from '../../platform/http/families/links.ts';
import type { Config } from '../../platform/settings/config.ts';
import { singleRecord, SingleRecord } from '../loose-values.ts';
import { addRoute, deleteRoute, id, listRoute, Message, readRoute, updateRoute } from '../owned/api.ts';
import { BodyOf, fromBody } from '../owned/fields.ts';
import { getOwned } from '../owned/owned.ts';
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
  config: Config,
  owner: Pick<Viewer, 'username'>,
  campaign: Campaign,
): Static<typeof CampaignRecord> => ({
  id: Number(campaign.id),
  name: campaign.name,
  domain: campaign.name,
  campaign: campaign.name,
  public: campaign.isPublic,
  rotator: campaign.isPublic && rotatorAddress(config, campaign),
  list: campaignListAddress(config, owner, campaign),
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
    toRecord: (campaign, { app, viewer }) => toCampaignRecord(app.config, viewer, campaign),
  }),
  readRoute({
    path: '/api/campaign/:id',
    summary: 'Retrieve a campaign',
    description: 'With the address of its rotator and of its public list.',
    tag,
    returns: SingleRecord(campaignFields),
    handle: async ({ app, viewer, params }) => {
      const campaign = await getOwned(app, viewer, ownedCampaigns, String(params.id));
      return singleRecord(toCampaignRecord(app.config, viewer, campaign));
    },
  }),
  addRoute({
    path: '/api/campaign/add',
    verb: ownedCampaigns.add,
    summary: 'Create a campaign',
    description: 'Links join it by `campaign`.',
    tag,
    body: BodyOf(ownedCampaigns.fields, 'new', 'NewCampaign'),
    example: { name: 'Spring sale', slug: 'spring-sale', public: true },
    returns: Answer(campaignFields),
    status: 201,
    handle: async ({ app, viewer, body }) =>
      toCampaignRecord(
        app.config,
        viewer,
        await ownedCampaigns.add(app, viewer, fromBody(ownedCampaigns.fields, body)),
      ),
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
  updateRoute({
    path: '/api/campaign/:id/update',
    verb: ownedCampaigns.update,
    summary: 'Update a campaign',
    description: 'Omitted fields and a blank slug do not change.',
    tag,
    body: BodyOf(ownedCampaigns.fields, 'change', 'CampaignChange'),
    example: { name: 'Summer sale', public: true },
    returns: Answer(campaignFields),
    handle: async ({ app, viewer, params, body }) => {
      const campaign = await ownedCampaigns.update(
        app,
        viewer,
        String(params.id),
        fromBody(ownedCampaigns.fields, body),
      );
      return toCampaignRecord(app.config, viewer, campaign);
    },
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
