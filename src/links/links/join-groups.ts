import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { assignLink } from '../campaigns/campaigns.ts';
import { assignItem } from '../channels/channels.ts';
import { setTags } from '../tags/tags.ts';
import type { LinkInput } from './link-input.ts';

/** Adds a link to its channel and campaign or removes it from them, and sets its tags. */
export async function assignGroups(
  app: App,
  viewer: Pick<Viewer, 'id'>,
  linkId: string,
  { channelId, campaignId, tags }: Pick<LinkInput, 'channelId' | 'campaignId' | 'tags'>,
): Promise<void> {
  if (channelId === null) await unassignFromAll(app, linkId);
  else if (channelId !== undefined) await assignItem(app, viewer, channelId, { type: 'links', id: linkId });
  if (tags !== undefined) await setTags(app, viewer, linkId, tags);
  if (campaignId === null)
    await app.db.updateTable('links.link').set({ campaign_id: null }).where('id', '=', linkId).execute();
  else if (campaignId !== undefined) await assignLink(app, viewer, campaignId, linkId);
}

const unassignFromAll = ({ db }: Pick<App, 'db'>, linkId: string) =>
  db.deleteFrom('links.channel_link').where('link_id', '=', linkId).execute();
