import type { Config } from '../../platform/settings/config.ts';
import type { WayInput } from './options/way.ts';

/** A short link as its owner sees it. */
export interface Link {
  /** Digits. */
  id: string;
  /** Scheme and host of a branded domain; null: the service's own address. */
  domain: string | null;
  alias: string;
  url: string;
  title: string;
  description: string;
  visibility: Visibility;
  expiresAt: Date | null;
  createdAt: Date;
}

/** Whether the owner's public pages may name the link. Whoever has the short address may follow it either way. */
export type Visibility = 'public' | 'private';

/** What its owner says of a link. Left out: on a new link nothing, on a change as it is. */
export interface LinkInput extends WayInput {
  url: string;
  /** A domain of the owner's, with or without scheme. Blank: on a new link the service's own, on a change the present one. */
  domain?: string | undefined;
  /** Left out or blank: a random one, on a change the present one. */
  alias?: string | undefined;
  /** Blank: read from the page a moment later. */
  title?: string | undefined;
  description?: string | undefined;
  visibility?: Visibility | undefined;
  /** As `readExpiry` takes it. Blank: never. */
  expiry?: string | undefined;
  /** A channel and a campaign of the owner's to put it into. Null: none, on a change out of those that it is in. */
  channelId?: string | null | undefined;
  campaignId?: string | null | undefined;
  /** Names of tags, in place of those it has; a new name makes a tag. */
  tags?: readonly string[] | undefined;
}

/** The address that is handed out. An alias in another script is percent-encoded, so that it works wherever it is pasted. */
export const shortAddress = (config: Pick<Config, 'hopUrl'>, link: Pick<Link, 'domain' | 'alias'>) =>
  `${link.domain ?? config.hopUrl}/${encodeURIComponent(link.alias)}`;

/** The same for people to read: without scheme, and with the alias as it was written. */
export const shortName = (config: Pick<Config, 'hopUrl'>, link: Pick<Link, 'domain' | 'alias'>) =>
  `${(link.domain ?? config.hopUrl).replace(/^https?:\/\//, '')}/${link.alias}`;
