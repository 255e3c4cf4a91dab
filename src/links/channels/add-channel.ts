import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Channel, ChannelInput } from './channel.ts';
import { channelNameTaken } from './queries.ts';
import { parseChannelDescription, parseChannelName, parseColor } from './texts.ts';

const usualColor = '#000000';

/** Creates a channel. Rejects a name that the viewer already uses, also for concurrent requests. */
export async function addChannel(
  { db, clock }: App,
  viewer: Pick<Viewer, 'id'>,
  input: ChannelInput,
): Promise<Channel> {
  const channel = {
    name: parseChannelName(input.name ?? ''),
    description: parseChannelDescription(input.description ?? ''),
    color: input.color?.trim() ? parseColor(input.color) : usualColor,
  };
  const isStarred = input.isStarred ?? false;
  const now = clock.now();
  const created = await db
    .insertInto('links.channel')
    .values({ ...channel, account_id: viewer.id, starred_at: isStarred ? now : null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created) throw channelNameTaken();
  return { ...channel, id: created.id, isStarred };
}
