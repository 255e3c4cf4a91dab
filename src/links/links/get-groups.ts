import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

/** The groups of a link: the channel it was added to last, and its campaign. */
export interface LinkGroups {
  channel: Group | null;
  campaign: Group | null;
}

interface Group {
  id: string;
  name: string;
}

/** The caller must check that the viewer may see the link. */
export async function getGroups({ db }: Pick<App, 'db'>, linkId: string): Promise<LinkGroups> {
  const { rows } = await sql<LinkGroups>`
    select
      (select json_build_object('id', channel.id::text, 'name', channel.name)
        from links.channel_link as joined
        join links.channel on channel.id = joined.channel_id and channel.deleted_at is null
        where joined.link_id = link.id order by joined.assigned_at desc, channel.id desc limit 1) as channel,
      (select json_build_object('id', campaign.id::text, 'name', campaign.name)
        from links.campaign where campaign.id = link.campaign_id and campaign.deleted_at is null) as campaign
    from links.link where link.id = ${linkId}`.execute(db);
  return rows[0] ?? { channel: null, campaign: null };
}
