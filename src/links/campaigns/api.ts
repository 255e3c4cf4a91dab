import { type Static, Type } from 'typebox';
import type { Viewer } from '../../platform/http/caller.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { Answer } from '../../platform/http/families/links.ts';
import type { Config } from '../../platform/settings/config.ts';
import {
  flagOf,
  lenientBoolean,
  looseText,
  NumberOrText,
  singleRecord,
  SingleRecord,
  textOf,
} from '../loose-values.ts';
import { addRoute, deleteRoute, id, listRoute, Message, readRoute, updateRoute } from '../owned/api.ts';
import { getOwned } from '../owned/owned.ts';
import { deletionOf } from '../owned/pages.ts';
import {
  addCampaign,
  assignLink,
  type Campaign,
  type CampaignInput,
  listAddress,
  rotatorAddress,
  updateCampaign,
} from './campaigns.ts';
import { listCampaigns, ownedCampaigns } from './reading.ts';

const details = {
  slug: looseText(
    'Part of the rotator URL. Blank: derived from the name when created, unchanged when updated',
  ),
  public: lenientBoolean('Whether the rotator and the list of links are public'),
};

const NewCampaign = Type.Object(
  { name: looseText('Blank: generated'), ...details },
  { title: 'NewCampaign' },
);
const CampaignChange = Type.Object(
  {
    name: NumberOrText('2 to 100 characters, unique among your campaigns'),
    ...details,
  },
  { title: 'CampaignChange' },
);

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

const toCampaignInput = (body: Static<typeof NewCampaign>): CampaignInput => ({
  name: textOf(body.name),
  slug: textOf(body.slug),
  isPublic: flagOf(body.public),
});

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
  list: listAddress(config, owner, campaign),
});

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
    verb: addCampaign,
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
    verb: updateCampaign,
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
