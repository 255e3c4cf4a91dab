import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Config } from '../../platform/settings/config.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { isAlias } from '../record/fields/alias.ts';
import { readShort } from '../record/find-by-short.ts';
import type { ItemType } from './channel.ts';

/** Anything of an owner's that has a short address: a link, a bio page or a QR code. */
export interface Item {
  /** Digits. */
  id: string;
  type: ItemType;
  /** Scheme and host of a branded domain; null: the service's own address. */
  domain: string | null;
  alias: string;
  /** Where it leads; '' for a bio page, and for a code that says something else than an address. */
  url: string;
  title: string;
  previewImage: string | null;
  createdAt: Date;
}

/** What a purpose is called among the items of a channel. */
export const purposeOf = { links: 'link', bio: 'bio', qr: 'qr' } as const;

/** Items that are there (not deleted), with everything of `Item`. */
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
      sql<string | null>`domain.scheme || '://' || domain.host`.as('domain'),
      sql<ItemType>`case link.purpose when 'link' then 'links' else link.purpose end`.as('type'),
    ]);

/** An item of this account and purpose, or nothing: what belongs to others looks as if it were not there. */
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

/** The viewer's item with this short address, with or without its scheme; an alias alone is the service's own. */
export async function findItemByShort(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  short: string,
): Promise<Item | undefined> {
  const place = readShort(short, app.config.hopUrl);
  if (!place || !isAlias(place.alias.replace(/^qr\//, ''))) return undefined;
  return selectItems(app)
    .where('link.account_id', '=', viewer.id)
    .where('link.alias', '=', place.alias)
    .where('domain.host', place.host === null ? 'is' : '=', place.host)
    .executeTakeFirst();
}

/** The address that is handed out. That of a QR code has a slash in it. */
export const itemAddress = (
  config: Pick<Config, 'hopUrl'>,
  { domain, alias }: Pick<Item, 'domain' | 'alias'>,
) => `${domain ?? config.hopUrl}/${alias.split('/').map(encodeURIComponent).join('/')}`;

/** The same for people to read. */
export const itemName = (config: Pick<Config, 'hopUrl'>, { domain, alias }: Pick<Item, 'domain' | 'alias'>) =>
  `${(domain ?? config.hopUrl).replace(/^https?:\/\//, '')}/${alias}`;
