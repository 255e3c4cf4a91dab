import type { Config } from '../../../platform/settings/config.ts';

interface TellableLink {
  id: string;
  alias: string;
  url: string;
  title: string;
  description: string;
  purpose: string;
  domain: string | null;
  expiresAt: Date | null;
  createdAt: Date;
}

/** A QR code's alias, `qr/…`, keeps its slash. */
const addressOf = ({ hopUrl }: Pick<Config, 'hopUrl'>, { domain, alias }: TellableLink) =>
  `${domain ?? hopUrl}/${alias.split('/').map(encodeURIComponent).join('/')}`;

/** A link as messages tell it, in the words of the API. */
export const toLinkData = (config: Pick<Config, 'hopUrl'>, link: TellableLink) => ({
  id: Number(link.id),
  alias: link.alias,
  shorturl: addressOf(config, link),
  longurl: link.url,
  title: link.title,
  description: link.description,
  expiry: link.expiresAt?.toISOString() ?? null,
  date: link.createdAt.toISOString(),
});

/** A click in a webhook's payload: which link, when, and what is known of the visitor. */
export const toClickData = (
  config: Pick<Config, 'hopUrl'>,
  link: TellableLink,
  at: Date,
  detail: unknown,
) => ({
  date: at.toISOString(),
  link: { id: Number(link.id), type: link.purpose, shorturl: addressOf(config, link) },
  ...(detail as Record<string, string>),
});
