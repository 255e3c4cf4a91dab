import type { Config } from '../../platform/settings/config.ts';

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

/** Whether the owner's public pages may name the link. Anyone with the short link may follow it either way. */
export type Visibility = 'public' | 'private';

/** The address that is handed out. An alias in another script is percent-encoded, so that it works wherever it is pasted. */
export const shortAddress = (config: Pick<Config, 'hopUrl'>, link: Pick<Link, 'domain' | 'alias'>) =>
  `${link.domain ?? config.hopUrl}/${encodeURIComponent(link.alias)}`;

/** The same for people to read: without scheme, and with the alias as it was written. */
export const shortName = (config: Pick<Config, 'hopUrl'>, link: Pick<Link, 'domain' | 'alias'>) =>
  `${(link.domain ?? config.hopUrl).replace(/^https?:\/\//, '')}/${link.alias}`;
