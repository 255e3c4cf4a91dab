import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Viewer } from '../../../platform/http/caller.ts';

/** A link with all exported data. */
export interface FullLink {
  id: string;
  alias: string;
  /** Scheme and host of a branded domain. Null: the default domain. */
  domain: string | null;
  url: string;
  title: string;
  description: string;
  visibility: string;
  kind: string;
  status: number;
  hasPassword: boolean;
  expiresAt: Date | null;
  clickLimit: number | null;
  expiredUrl: string | null;
  previewTitle: string;
  previewDescription: string;
  previewImage: string | null;
  rules: unknown;
  disabledAt: Date | null;
  createdAt: Date;
  clicks: number;
  campaign: string | null;
  channels: string[];
  tags: string[];
  pixels: string[];
}

const batch = 500;

/** Yields the viewer's links, or those with these ids, oldest first. Loads them in batches. */
export async function* walkLinks(
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  ids?: readonly string[],
): AsyncGenerator<FullLink> {
  const named = ids ? sql`and link.id = any(${ids}::bigint[])` : sql``;
  let after = '0';
  for (;;) {
    const { rows } = await sql<FullLink>`
      select
        link.id, link.alias, domain.scheme || '://' || domain.host as domain, link.url, link.title, link.description,
        link.visibility, link.kind, link.status, link.password_hash is not null as "hasPassword",
        link.expires_at as "expiresAt", link.click_limit as "clickLimit", link.expired_url as "expiredUrl",
        link.preview_title as "previewTitle", link.preview_description as "previewDescription",
        link.preview_image as "previewImage", link.rules, link.disabled_at as "disabledAt",
        link.created_at as "createdAt", coalesce(total.clicks, 0)::float8 as clicks, campaign.name as campaign,
        array(select channel.name from links.channel_link join links.channel on channel.id = channel_link.channel_id
          where channel_link.link_id = link.id and channel.deleted_at is null order by channel.id) as channels,
        array(select tag.name from links.link_tag join links.tag on tag.id = link_tag.tag_id
          where link_tag.link_id = link.id and tag.deleted_at is null order by lower(tag.name)) as tags,
        array(select pixel.provider || ':' || pixel.tag from links.link_pixel join links.pixel on pixel.id = link_pixel.pixel_id
          where link_pixel.link_id = link.id order by pixel.id) as pixels
      from links.link
      left join links.domain on domain.id = link.domain_id
      left join links.link_total total on total.link_id = link.id
      left join links.campaign on campaign.id = link.campaign_id and campaign.deleted_at is null
      where link.account_id = ${viewer.id} and link.deleted_at is null and link.purpose = 'link'
        and link.id > ${after} ${named}
      order by link.id limit ${batch}`.execute(db);
    yield* rows;
    after = rows.at(-1)?.id ?? after;
    if (rows.length < batch) return;
  }
}
