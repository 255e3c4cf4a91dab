import { sql } from 'kysely';
import type { App, Viewer } from '../../platform/app.ts';
import type { Config } from '../../platform/settings/config.ts';
import { type Followable, hidesReferrer } from '../forward.ts';
import { isAlias } from '../link/fields.ts';
import { linkContains } from '../link/filter.ts';
import { parseShort } from '../link/link.ts';

/** Types of items in a channel. */
export const itemTypes = ['links', 'bio', 'qr'] as const;
export type ItemType = (typeof itemTypes)[number];

/** An object of an owner with a short address: a link, a bio page or a QR code. */
export interface Item extends Followable {
  /** Digits. */
  id: string;
  type: ItemType;
  /** Scheme and host of a branded domain. Null: the default domain. */
  domain: string | null;
  alias: string;
  /** The destination. Empty for bio pages, and for QR codes that do not contain a URL. */
  url: string;
  title: string;
  previewImage: string | null;
  createdAt: Date;
}

/** The link purpose of each item type. */
export const purposeOf = { links: 'link', bio: 'bio', qr: 'qr' } as const;

/** Selects items that are not deleted, with all fields of `Item`. */
export const selectItems = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.link as link')
    .leftJoin('links.domain as domain', 'domain.id', 'link.domain_id')
    .where('link.deleted_at', 'is', null)
    .select([
      'link.id',
      'link.alias',
      'link.url',
      'link.title',
      'link.preview_image as previewImage',
      'link.created_at as createdAt',
      hidesReferrer,
      sql<string | null>`domain.scheme || '://' || domain.host`.as('domain'),
      sql<ItemType>`case link.purpose when 'link' then 'links' else link.purpose end`.as('type'),
    ]);

/** Returns an item of this account and type, or undefined. Items of other accounts count as missing. */
export const findItemOf = (
  app: Pick<App, 'db'>,
  accountId: string,
  purpose: (typeof purposeOf)[ItemType],
  id: string,
): Promise<Item | undefined> =>
  selectItems(app)
    .where('link.account_id', '=', accountId)
    .where('link.purpose', '=', purpose)
    .where('link.id', '=', id)
    .executeTakeFirst();

/** Returns the newest of the viewer's items whose address, title or destination contains a text. */
export const findItems = (app: Pick<App, 'db'>, viewer: Pick<Viewer, 'id'>, text: string, limit: number) =>
  selectItems(app)
    .where('link.account_id', '=', viewer.id)
    .where(linkContains([text]))
    .orderBy('link.id', 'desc')
    .limit(limit)
    .execute();

/**
 * Returns the viewer's item with this short address, with or without a scheme. An alias alone refers to the
 * default domain.
 */
export async function findItemByShort(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  short: string,
): Promise<Item | undefined> {
  const place = parseShort(short, app.config.hopUrl);
  if (!place || !isAlias(place.alias.replace(/^qr\//, ''))) return undefined;
  return selectItems(app)
    .where('link.account_id', '=', viewer.id)
    .where('link.alias', '=', place.alias)
    .where('domain.host', place.host === null ? 'is' : '=', place.host)
    .executeTakeFirst();
}

/** Returns the public address. The address of a QR code contains a slash. */
export const itemAddress = (
  config: Pick<Config, 'hopUrl'>,
  { domain, alias }: Pick<Item, 'domain' | 'alias'>,
) => `${domain ?? config.hopUrl}/${alias.split('/').map(encodeURIComponent).join('/')}`;

/** Returns the public address without the scheme, for display. */
export const itemName = (config: Pick<Config, 'hopUrl'>, { domain, alias }: Pick<Item, 'domain' | 'alias'>) =>
  `${(domain ?? config.hopUrl).replace(/^https?:\/\//, '')}/${alias}`;
