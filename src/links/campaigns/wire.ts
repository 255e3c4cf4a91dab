import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Config } from '../../platform/settings/config.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { flagOf, lenientBoolean, NumberOrText, looseText, textOf } from '../loose-values.ts';
import { listAddress, rotatorAddress, type Campaign, type CampaignInput } from './campaign.ts';

const details = {
  slug: looseText(
    'Part of the rotator URL. Blank: derived from the name when created, unchanged when updated',
  ),
  public: lenientBoolean('Whether the rotator and the list of links are public'),
};

export const NewCampaign = Type.Object(
  { name: looseText('Blank: generated'), ...details },
  { title: 'NewCampaign' },
);
export const CampaignChange = Type.Object(
  {
    name: NumberOrText('2 to 100 characters, unique among your campaigns'),
    ...details,
  },
  { title: 'CampaignChange' },
);

/** Response fields of a campaign. Clients know its name by three field names. */
export const campaignFields = {
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
export const CampaignRecord = Type.Object(campaignFields, { title: 'Campaign' });

export const toCampaignInput = (body: Static<typeof NewCampaign>): CampaignInput => ({
  name: textOf(body.name),
  slug: textOf(body.slug),
  isPublic: flagOf(body.public),
});

export const toCampaignRecord = (
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
