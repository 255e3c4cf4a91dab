import type { App } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { changeOwned, type Owner } from '../owned/owned.ts';
import type { Channel, ChannelInput } from './channel.ts';
import { channelNameTaken, ownedChannels } from './queries.ts';
import { parseChannelDescription, parseChannelName, parseColor } from './texts.ts';

/** Updates the given fields of one of the viewer's channels. */
export const updateChannel = (app: App, viewer: Owner, id: string, change: ChannelInput): Promise<Channel> =>
  changeOwned(app, viewer, ownedChannels, id, async (app, before) => {
    const channel: Channel = {
      id,
      name: change.name === undefined ? before.name : parseChannelName(change.name),
      description:
        change.description === undefined ? before.description : parseChannelDescription(change.description),
      color: change.color?.trim() ? parseColor(change.color) : before.color,
      isStarred: change.isStarred ?? before.isStarred,
    };
    await store(app, channel);
    return channel;
  });

async function store({ db, clock }: App, { id, name, description, color, isStarred }: Channel) {
  await db
    .updateTable('links.channel')
    .set({ name, description, color, starred_at: isStarred ? clock.now() : null })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      throw isDuplicate(error, 'channel_name') ? channelNameTaken() : error;
    });
}
