import type { App } from '../../platform/app.ts';
import { getPage, type PageNumber, type PageOfRows } from '../../platform/database/get-page.ts';
import { getOwned, type Owner } from '../owned/owned.ts';
import type { Channel } from './channel.ts';
import { selectItems, type Item } from './item.ts';
import { ownedChannels } from './queries.ts';

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
