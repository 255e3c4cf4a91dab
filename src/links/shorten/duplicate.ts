import { sql } from 'kysely';
import { missing, msg } from '../../kernel/problem.ts';
import { type App, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import type { Editor } from '../link/rights.ts';
import { siteName } from '../link/fields.ts';
import type { Link, Visibility } from '../link/link.ts';
import { addLink } from './add-links.ts';
import { HashedPassword } from './options/endings.ts';
import { findOptions, formOptions, type LinkInput, toForm } from './options/options.ts';

type LinkChange = { [K in keyof LinkInput]?: LinkInput[K] | undefined };

/**
 * Creates a link like one of the viewer's others, with its options, password, groups and tags, and with the given
 * changes. The alias is random unless it is given. An expiry in the past is not copied.
 */
export const duplicateLink = verb(
  { name: 'links.duplicate', who: 'member' },
  async (app, viewer: Editor, id: string, change: LinkChange): Promise<Link> => {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const original = await getOriginal(app, viewer, id);
    return inTransaction(app, async (app) => {
      const link = await addLink(app, viewer, { ...original, ...given });
      // A link can be in several channels.
      if (change.channelId === undefined)
        await sql`
          insert into links.channel_link (channel_id, link_id, assigned_at)
          select channel_id, ${link.id}::bigint, ${app.clock.now()}::timestamptz
          from links.channel_link join links.channel on channel.id = channel_id and channel.deleted_at is null
          where link_id = ${id}
          on conflict do nothing`.execute(app.db);
      return link;
    });
  },
);

interface Row {
  url: string;
  title: string;
  description: string;
  visibility: Visibility;
  host: string | null;
  campaignId: string | null;
  passwordHash: string | null;
  tags: string[];
}

async function getOriginal(app: App, viewer: Pick<Viewer, 'id'>, id: string): Promise<LinkInput> {
  const stored = await findOptions(app, viewer, id);
  const { rows } = await sql<Row>`
    select link.url, link.title, link.description, link.visibility, domain.host,
      campaign.id::text as "campaignId", link.password_hash as "passwordHash",
      array(select tag.name from links.link_tag join links.tag on tag.id = link_tag.tag_id
        where link_tag.link_id = link.id and tag.deleted_at is null) as tags
    from links.link
    left join links.domain on domain.id = link.domain_id
    left join links.campaign on campaign.id = link.campaign_id and campaign.deleted_at is null
    where link.id = ${id}`.execute(app.db);
  const [row] = rows;
  if (!row) throw missing(msg('Link'));
  const { url, title, description, visibility, campaignId, tags, host, passwordHash } = row;
  const isOver = stored.expiry !== null && stored.expiry <= app.clock.now();
  const { values, lists } = toForm({ ...stored, expiry: isOver ? null : stored.expiry });
  return {
    ...formOptions({ values, lists }),
    ...{ url, description, visibility, tags },
    title: title === siteName(url) ? undefined : title,
    domain: host ?? undefined,
    campaignId: campaignId ?? undefined,
    password: passwordHash === null ? undefined : new HashedPassword(passwordHash),
  };
}
