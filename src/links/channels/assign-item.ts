import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { readLink } from '../links/read-link.ts';
import type { ItemType } from './channel.ts';
import { readChannel } from './read-channel.ts';

/** Puts something of the viewer's into a channel of theirs; twice is once. */
export async function assignItem(
  app: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  channelId: string,
  { type, id }: { type: ItemType; id: string },
): Promise<void> {
  await readChannel(app, viewer, channelId);
  // Nobody has a bio page or a QR code yet, so whatever id is named is none of the viewer's.
  if (type !== 'links') throw missing(type === 'bio' ? 'Bio page' : 'QR code');
  const link = await readLink(app, viewer, id);
  await app.db
    .insertInto('links.channel_link')
    .values({ channel_id: channelId, link_id: link.id, assigned_at: app.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
