import { sql } from 'kysely';
import { invalid } from '../../kernel/problem.ts';
import { msg, t } from '../../kernel/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { getPage, type PageNumber, type PageOfRows } from '../../platform/database/paging.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Config } from '../../platform/settings/config.ts';
import { getOwned, type Owned, type Owner } from '../owned/owned.ts';
import { isAlias } from '../link/fields.ts';
import { parseShort } from '../link/link.ts';
import type { Channel, ItemType } from './channels.ts';

/** Selects channels that are not deleted, with all fields of `Channel`. */
export const selectChannels = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('links.channel as channel')
    .where('channel.deleted_at', 'is', null)
    .select([
      'channel.id',
      'channel.name',
      'channel.description',
      'channel.color',
      sql<boolean>`channel.starred_at is not null`.as('isStarred'),
    ]);

export const ownedChannels: Owned<Channel> = {
  feature: 'channels',
  table: 'links.channel',
  name: msg('Channel'),
  find: (app, accountId, id) =>
    selectChannels(app)
      .where('channel.account_id', '=', accountId)
      .where('channel.id', '=', id)
      .executeTakeFirst(),
  restoreProblem: (error) =>
    isDuplicate(error, 'channel_name')
      ? invalid('name', t('Another channel now uses this name. Rename that one first.'))
      : undefined,
};

/** Clients expect status 400 here, not a conflict. */
export const channelNameTaken = () => invalid('name', t('You already have a channel with this name.'));

export interface ListedChannel extends Channel {
  /** Number of items in the channel. */
  items: number;
}

/** Returns one page of the viewer's channels, starred ones first, then oldest first. */
export const listChannels = (app: Pick<App, 'db'>, viewer: Owner, page: PageNumber) =>
  getPage(selectChannels(app).where('channel.account_id', '=', viewer.id), page, (own) =>
    own.select(countItems.as('items')).orderBy('isStarred', 'desc').orderBy('channel.id'),
  );

const countItems = sql<number>`(
  select count(*)::float8 from links.channel_link item
  join links.link link on link.id = item.link_id and link.deleted_at is null
  where item.channel_id = channel.id
)`;

/** An object of an owner with a short address: a link, a bio page or a QR code. */
export interface Item {
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

/** Returns one page of the items in one of the viewer's channels, most recently added first. */
export async function listItems(
  app: Pick<App, 'db'>,
  viewer: Owner,
  channelId: string,
  page: PageNumber,
): Promise<PageOfRows<Item> & { channel: Channel }> {
  const channel = await getOwned(app, viewer, ownedChannels, channelId);
  const inside = selectItems(app)
    .innerJoin('links.channel_link as assigned', 'assigned.link_id', 'link.id')
    .where('assigned.channel_id', '=', channelId);
  const listed = await getPage(inside, page, (items) =>
    items.orderBy('assigned.assigned_at', 'desc').orderBy('link.id', 'desc'),
  );
  return { channel, ...listed };
}
