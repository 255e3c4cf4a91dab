import type { App } from '../../platform/app.ts';
import { getOwned, type Owner } from '../owned/owned.ts';
import { ownedChannels } from './queries.ts';

/** Removes a link from one of the viewer's channels. The link is not deleted. */
export async function unassignLink(
  app: Pick<App, 'db'>,
  viewer: Owner,
  channelId: string,
  linkId: string,
): Promise<void> {
  await getOwned(app, viewer, ownedChannels, channelId);
  await app.db
    .deleteFrom('links.channel_link')
    .where('channel_id', '=', channelId)
    .where('link_id', '=', linkId)
    .execute();
}
