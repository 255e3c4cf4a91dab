import { t } from '../../kernel/translation/translate.ts';
import { sql } from 'kysely';
import type { ArchiveSection } from '../../platform/archive/section.ts';

/** SQL for the short address of `link`, including scheme and host. */
const shortened = (hopUrl: string) =>
  sql`coalesce((select scheme || '://' || host from links.domain where domain.id = link.domain_id), ${hopUrl}) || '/' || link.alias`;

/** Archive sections for links, the groups they are organized in, and their clicks. */
export const linkSections = (hopUrl: string, accountId: string): ArchiveSection[] => [
  {
    name: 'links',
    title: t('Links'),
    about: t('Your short links and their clicks. Open links.csv in a spreadsheet.'),
    files: ['previewPicture'],
    rows: sql`select ${shortened(hopUrl)} as "shortAddress", link.url as "leadsTo", link.title, link.description,
      coalesce(total.clicks, 0)::float8 as clicks, coalesce(total.uniques, 0)::float8 as visitors,
      total.last_click_at as "lastFollowedAt", link.created_at as "createdAt", link.updated_at as "changedAt",
      link.expires_at as "expiresAt", link.expired_url as "leadsToAfterwards", link.click_limit as "mostClicks",
      link.disabled_at as "disabledAt", link.deleted_at as "deletedAt", link.visibility,
      link.password_hash is not null as "hasPassword", link.rules, link.kind,
      link.preview_title as "previewTitle", link.preview_description as "previewDescription", link.preview_image as "previewPicture",
      (select name from links.campaign where campaign.id = link.campaign_id) as campaign,
      (select jsonb_agg(name order by name) from links.link_tag join links.tag on tag.id = link_tag.tag_id
        where link_tag.link_id = link.id and tag.deleted_at is null) as tags,
      (select jsonb_agg(name order by name) from links.channel_link join links.channel on channel.id = channel_link.channel_id
        where channel_link.link_id = link.id and channel.deleted_at is null) as channels,
      (select jsonb_agg(name order by name) from links.link_pixel join links.pixel on pixel.id = link_pixel.pixel_id
        where link_pixel.link_id = link.id) as pixels,
      (select name from links.splash_page where splash_page.id = link.splash_id) as "splashPage",
      (select name from links.overlay where overlay.id = link.overlay_id) as overlay
      from links.link left join links.link_total as total on total.link_id = link.id
      where link.account_id = ${accountId} and link.purpose = 'link' order by link.id desc`,
  },
  {
    name: 'clicks-by-day',
    title: t('Clicks by day'),
    about: t(
      'Clicks of each of your links, bio pages and QR codes by day, for as long as daily counts are kept.',
    ),
    rows: sql`select ${shortened(hopUrl)} as "shortAddress", day::text as day, clicks, visitors from (
        select link_id, (hour at time zone 'UTC')::date as day, sum(clicks)::float8 as clicks, sum(uniques)::float8 as visitors
        from links.click_hour where link_id in (select id from links.link where account_id = ${accountId}) group by 1, 2
      ) as each join links.link on link.id = each.link_id order by day desc, link.id desc`,
  },
  {
    name: 'clicks-by-month',
    title: t('Clicks by month'),
    about: t('Clicks on your links by source and month.'),
    rows: sql`select month::text as month, dimension as "by", value, clicks::float8 as clicks, uniques::float8 as visitors
      from links.account_month where account_id = ${accountId} order by month desc, dimension, clicks desc`,
  },
  {
    name: 'clicks-by-link-and-month',
    title: t('Clicks by link and month'),
    about: t('The same for each link.'),
    rows: sql`select ${shortened(hopUrl)} as "shortAddress", month::text as month, dimension as "by", value,
      clicks::float8 as clicks, uniques::float8 as visitors
      from links.click_month join links.link on link.id = click_month.link_id where link.account_id = ${accountId}
      order by link.id desc, month desc, dimension, clicks desc`,
  },
  {
    name: 'campaigns-channels-and-tags',
    title: t('Campaigns, channels and tags'),
    about: t('How your links are organized.'),
    rows: sql`select kind, name, description, color, "createdAt", "deletedAt" from (
        select 'Campaign' as kind, name, '' as description, '' as color, created_at as "createdAt", deleted_at as "deletedAt"
        from links.campaign where account_id = ${accountId}
        union all select 'Channel', name, description, color, created_at, deleted_at from links.channel where account_id = ${accountId}
        union all select 'Tag', name, '', color, created_at, deleted_at from links.tag where account_id = ${accountId}
      ) as each order by kind, name`,
  },
  {
    name: 'events',
    title: t('Events'),
    about: t('Events of your links, as sent to your webhooks.'),
    rows: sql`select event.kind, ${shortened(hopUrl)} as "shortAddress", event.at
      from links.webhook_event as event left join links.link on link.id = event.link_id
      where event.account_id = ${accountId} order by event.id desc`,
  },
];
