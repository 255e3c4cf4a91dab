import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { listCampaigns } from '../campaigns/list-campaigns.ts';
import { listChannels } from '../channels/list-channels.ts';
import { listDomains } from '../domains/list-domains.ts';
import { listTags } from '../tags/list-tags.ts';

/** What a link can be put into, and a list be narrowed down to. */
export interface Choices {
  tags: readonly { id: string; name: string; color: string }[];
  channels: readonly { id: string; name: string }[];
  campaigns: readonly { id: string; name: string }[];
  domains: readonly { host: string; isVerified: boolean }[];
}

/** A longer list than this nobody would look through. */
const most = { page: 1, perPage: 200 };

export async function listChoices(app: App, viewer: Viewer): Promise<Choices> {
  const [tags, channels, campaigns, domains] = await Promise.all([
    listTags(app, viewer, most),
    listChannels(app, viewer, most),
    listCampaigns(app, viewer, most),
    listDomains(app, viewer, most),
  ]);
  return {
    tags: tags.rows,
    channels: channels.rows,
    campaigns: campaigns.rows,
    domains: domains.rows.map(({ host, verifiedAt }) => ({ host, isVerified: verifiedAt !== null })),
  };
}
