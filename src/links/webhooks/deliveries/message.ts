import type { Config } from '../../../platform/settings/config.ts';

interface WebhookLink {
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

/** Keeps the slash in a QR code's alias, `qr/…`. */
const addressOf = ({ hopUrl }: Pick<Config, 'hopUrl'>, { domain, alias }: WebhookLink) =>
  `${domain ?? hopUrl}/${alias.split('/').map(encodeURIComponent).join('/')}`;

/** Converts a link to webhook data, with the field names of the API. */
export const toLinkData = (config: Pick<Config, 'hopUrl'>, link: WebhookLink) => ({
  id: Number(link.id),
  alias: link.alias,
  shorturl: addressOf(config, link),
  longurl: link.url,
  title: link.title,
  description: link.description,
  expiry: link.expiresAt?.toISOString() ?? null,
  date: link.createdAt.toISOString(),
});

/** Converts a click to webhook data: the link, the time and what is known about the visitor. */
export const toClickData = (
  config: Pick<Config, 'hopUrl'>,
  link: WebhookLink,
  at: Date,
  detail: unknown,
) => ({
  date: at.toISOString(),
  link: { id: Number(link.id), type: link.purpose, shorturl: addressOf(config, link) },
  ...(detail as Record<string, string>),
});
