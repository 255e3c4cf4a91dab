import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { assignLink } from '../campaigns/assign-link.ts';
import { assignItem } from '../channels/assign-item.ts';
import type { LinkInput } from './link.ts';

/** Puts a link into the channel and the campaign that its owner named with it. */
export async function joinGroups(
  app: Pick<App, 'db' | 'clock'>,
  viewer: Pick<Viewer, 'id'>,
  linkId: string,
  { channelId, campaignId }: Pick<LinkInput, 'channelId' | 'campaignId'>,
): Promise<void> {
  if (channelId !== undefined) await assignItem(app, viewer, channelId, { type: 'links', id: linkId });
  if (campaignId !== undefined) await assignLink(app, viewer, campaignId, linkId);
}
