import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { readChannel } from './read-channel.ts';

/** Takes a link out of a channel of the viewer's; the link itself stays. */
export async function unassignLink(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  channelId: string,
  linkId: string,
): Promise<void> {
  await readChannel(app, viewer, channelId);
  await app.db
    .deleteFrom('links.channel_link')
    .where('channel_id', '=', channelId)
    .where('link_id', '=', linkId)
    .execute();
}
