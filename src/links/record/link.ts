import type { Config } from '../../platform/settings/config.ts';

/** A short link as shown to its owner. */
export interface Link {
  /** Digits. */
  id: string;
  /** Scheme and host of a branded domain. Null: the default domain. */
  domain: string | null;
  alias: string;
  url: string;
  title: string;
  description: string;
  visibility: Visibility;
  expiresAt: Date | null;
  createdAt: Date;
}

/** Whether the owner's public pages may list the link. Anyone with the short URL can use it either way. */
export type Visibility = 'public' | 'private';

/** Returns the short URL. A non-Latin alias is percent-encoded, so that it works wherever it is pasted. */
export const shortAddress = (config: Pick<Config, 'hopUrl'>, link: Pick<Link, 'domain' | 'alias'>) =>
  `${link.domain ?? config.hopUrl}/${encodeURIComponent(link.alias).replaceAll('%2F', '/')}`;

/** Returns the short URL for display: without a scheme, and with the alias as entered. */
export const shortName = (config: Pick<Config, 'hopUrl'>, link: Pick<Link, 'domain' | 'alias'>) =>
  `${(link.domain ?? config.hopUrl).replace(/^https?:\/\//, '')}/${link.alias}`;
