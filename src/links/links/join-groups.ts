import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { assignLink } from '../campaigns/assign-link.ts';
import { assignItem } from '../channels/assign-item.ts';
import { setTags } from '../tags/set-tags.ts';
import type { LinkInput } from './link.ts';

/** Puts a link into the channel and the campaign that its owner named with it, and tags it. */
export async function joinGroups(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  linkId: string,
  { channelId, campaignId, tags }: Pick<LinkInput, 'channelId' | 'campaignId' | 'tags'>,
): Promise<void> {
  if (channelId !== undefined) await assignItem(app, viewer, channelId, { type: 'links', id: linkId });
  if (tags !== undefined) await setTags(app, viewer, linkId, tags);
  if (campaignId !== undefined) await assignLink(app, viewer, campaignId, linkId);
}
