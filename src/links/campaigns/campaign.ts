import type { Config } from '../../platform/settings/config.ts';

/** Links of one owner that are shared under one address. */
export interface Campaign {
  /** Digits. */
  id: string;
  name: string;
  slug: string;
  /** Whether its rotator and its list are there for everybody. */
  isPublic: boolean;
}

/** What its owner says of a campaign. Omitted or blank: made up on a new one, on a change as it is. */
export interface CampaignInput {
  name?: string | undefined;
  slug?: string | undefined;
  isPublic?: boolean | undefined;
}

/** The address that leads to one of its links at a time. */
export const rotatorAddress = ({ hopUrl }: Pick<Config, 'hopUrl'>, { slug }: Pick<Campaign, 'slug'>) =>
  `${hopUrl}/r/${encodeURIComponent(slug)}`;

/** The page that lists its links. */
export const listAddress = (
  { hopUrl }: Pick<Config, 'hopUrl'>,
  owner: { username: string },
  { id, slug }: Pick<Campaign, 'id' | 'slug'>,
) => `${hopUrl}/u/${encodeURIComponent(owner.username)}/${encodeURIComponent(slug)}-${id}`;
