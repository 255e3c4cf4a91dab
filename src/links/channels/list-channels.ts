import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { getPage, type PageNumber } from '../../platform/database/get-page.ts';
import type { Owner } from '../owned/owned.ts';
import type { Channel } from './channel.ts';
import { selectChannels } from './queries.ts';

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
