import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Channel } from './channel.ts';
import { selectChannels } from './queries.ts';

export interface ListedChannel extends Channel {
  /** How many items are in it. */
  items: number;
}

/** One page of the viewer's channels, starred ones first, then the oldest first; and how many there are in all. */
export async function listChannels(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ channels: ListedChannel[]; total: number }> {
  const own = selectChannels(app).where('channel.account_id', '=', viewer.id);
  const channels = await own
    .select(countItems.as('items'))
    .orderBy('isStarred', 'desc')
    .orderBy('channel.id')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await own
    .clearSelect()
    .select(sql<number>`count(*)::float8`.as('total'))
    .executeTakeFirstOrThrow();
  return { channels, total };
}

const countItems = sql<number>`(
  select count(*)::float8 from links.channel_link item
  join links.link link on link.id = item.link_id and link.deleted_at is null
  where item.channel_id = channel.id
)`;
