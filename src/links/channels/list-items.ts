import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Channel } from './channel.ts';
import { selectItems, type Item } from './item.ts';
import { readChannel } from './read-channel.ts';

/** One page of what is in a channel of the viewer's, what was put there last first; and how much there is in all. */
export async function listItems(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  channelId: string,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ channel: Channel; items: Item[]; total: number }> {
  const channel = await readChannel(app, viewer, channelId);
  const inside = selectItems(app)
    .innerJoin('links.channel_link as assigned', 'assigned.link_id', 'link.id')
    .where('assigned.channel_id', '=', channelId);
  const items = await inside
    .orderBy('assigned.assigned_at', 'desc')
    .orderBy('link.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await inside
    .clearSelect()
    .select(sql<number>`count(*)::float8`.as('total'))
    .executeTakeFirstOrThrow();
  return { channel, items, total };
}
