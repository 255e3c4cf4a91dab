import { missing } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Channel } from './channel.ts';
import { findChannelOf } from './queries.ts';

/** A channel of the viewer's; a `Problem` when there is none of this id or it is somebody else's. */
export async function readChannel(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  id: string,
): Promise<Channel> {
  const channel = await findChannelOf(app, viewer.id, id);
  if (!channel) throw missing('Channel');
  return channel;
}
