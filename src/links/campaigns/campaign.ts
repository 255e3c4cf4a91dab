import type { Config } from '../../platform/settings/config.ts';

/** Links of one owner that share one address. */
export interface Campaign {
  /** Digits. */
  id: string;
  name: string;
  slug: string;
  /** Whether its rotator and its list are public. */
  isPublic: boolean;
}

/**
 * Editable fields of a campaign. Omitted or blank fields are generated for a new campaign and unchanged on
 * update.
 */
export interface CampaignInput {
  name?: string | undefined;
  slug?: string | undefined;
  isPublic?: boolean | undefined;
}

/** Returns the address that redirects to one of the campaign's links. */
export const rotatorAddress = ({ hopUrl }: Pick<Config, 'hopUrl'>, { slug }: Pick<Campaign, 'slug'>) =>
  `${hopUrl}/r/${encodeURIComponent(slug)}`;

/** Returns the address of the page that lists the campaign's links. */
export const listAddress = (
  { hopUrl }: Pick<Config, 'hopUrl'>,
  owner: { username: string },
  { id, slug }: Pick<Campaign, 'id' | 'slug'>,
) => `${hopUrl}/u/${encodeURIComponent(owner.username)}/${encodeURIComponent(slug)}-${id}`;
