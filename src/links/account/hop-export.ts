import { sql } from 'kysely';
import type { ExportedService } from '../../identity/exports/exports.ts';
import { t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { type ArchiveSection, csvSheet, streamRows } from '../../platform/archive/section.ts';
import { shortAddress } from '../link/link.ts';

/** SQL for the short address of `link`, including scheme and host. */
const shortened = (hopUrl: string) =>
  sql`coalesce((select scheme || '://' || host from links.domain where domain.id = link.domain_id), ${hopUrl}) || '/' || link.alias`;

/** Archive sections for links, the groups they are organized in, and their clicks. */
const linkSections = (hopUrl: string, accountId: string): ArchiveSection[] => [
  {
    name: 'links',
    title: t('Links'),
    about: t('Your short links and their clicks. Open links.csv in a spreadsheet.'),
    files: ['previewPicture'],
    rows: sql`select ${shortened(hopUrl)} as "shortAddress", link.url as "leadsTo", link.title, link.description,
      coalesce(total.clicks, 0)::float8 as clicks, coalesce(total.uniques, 0)::float8 as visitors,
      total.last_click_at as "lastFollowedAt", link.external_id as "externalId", link.created_at as "createdAt", link.updated_at as "changedAt",
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
    name: 'conversions',
    title: t('Conversions'),
    about: t('Leads and sales that you reported for your links, for as long as clicks are kept.'),
    rows: sql`select conversion.kind, event, ${shortened(hopUrl)} as "shortAddress", conversion.click_id as click, customer,
      amount::float8 as amount, currency, processor, invoice, metadata, conversion.at
      from links.conversion left join links.link on link.id = conversion.link_id
      where conversion.account_id = ${accountId} order by conversion.id desc`,
  },
  {
    name: 'deferred-leads',
    title: t('Deferred leads'),
    about: t('Clicks that wait for the next event of a customer.'),
    rows: sql`select ${shortened(hopUrl)} as "shortAddress", waiting.click_id as click, waiting.customer, waiting.at
      from links.deferred_lead as waiting left join links.link on link.id = waiting.link_id
      where waiting.account_id = ${accountId} order by waiting.at desc`,
  },
  {
    name: 'conversions-by-hour',
    title: t('Conversions by hour'),
    about: t('Counts and value of leads and sales of each link.'),
    rows: sql`select ${shortened(hopUrl)} as "shortAddress", hour, counted.kind, currency, conversions::float8 as conversions,
      amount::float8 as amount
      from links.conversion_hour as counted left join links.link on link.id = counted.link_id
      where counted.account_id = ${accountId} and counted.link_id <> 0 order by hour desc, counted.link_id desc`,
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
    name: 'utm-templates',
    title: t('UTM templates'),
    about: t('Sets of parameters that you saved for your links.'),
    rows: sql`select name, source, medium, campaign, term, content, ref,
      created_at as "createdAt", deleted_at as "deletedAt"
      from links.utm_template where account_id = ${accountId} order by lower(name)`,
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

/** Archive sections for other public content, such as bio pages, and for visitor submissions. */
const publicSections = (hopUrl: string, accountId: string): ArchiveSection[] => [
  {
    name: 'bio-pages',
    title: t('Bio pages'),
    about: t('Your bio pages and their blocks.'),
    files: ['picture', 'pictures'],
    rows: sql`select ${hopUrl} || '/' || link.alias as address, link.title as name, page.about, page.avatar as picture, page.design,
      link.created_at as "createdAt", link.deleted_at as "deletedAt",
      (select jsonb_agg(content || jsonb_build_object('kind', kind) order by position)
        from links.bio_block as block where block.link_id = page.link_id and deleted_at is null) as blocks,
      (select jsonb_agg(jsonb_build_object('file', content ->> 'picture') order by position)
        from links.bio_block as block where block.link_id = page.link_id and deleted_at is null and content ->> 'picture' <> '') as pictures
      from links.bio_page as page join links.link on link.id = page.link_id
      where link.account_id = ${accountId} order by link.id desc`,
  },
  {
    name: 'messages-from-visitors',
    title: t('Messages from visitors'),
    about: t('Submissions from visitors of your bio pages and overlays.'),
    rows: sql`select "where", name, email, message, answers, at as "sentAt" from (
        select link.title as "where", answer.name, answer.email, answer.message, null::jsonb as answers, answer.created_at as at
        from links.bio_answer as answer join links.link on link.id = answer.link_id where link.account_id = ${accountId}
        union all select overlay.name, '', '', '', answer.content, answer.created_at
        from links.overlay_answer as answer join links.overlay on overlay.id = answer.overlay_id where overlay.account_id = ${accountId}
      ) as each order by at desc`,
  },
  {
    name: 'qr-codes',
    title: t('QR codes'),
    about: t('Content, design and scans of your QR codes.'),
    rows: sql`select link.title as name, code.kind, code.content, nullif(link.url, '') as "leadsTo", code.design,
      'data:image/png;base64,' || replace(encode(code.logo, 'base64'), E'\\n', '') as logo,
      coalesce(total.clicks, 0)::float8 as scans, link.created_at as "createdAt", link.deleted_at as "deletedAt"
      from links.qr_code as code join links.link on link.id = code.link_id
      left join links.link_total as total on total.link_id = link.id
      where link.account_id = ${accountId} order by link.id desc`,
  },
  {
    name: 'splash-pages-and-overlays',
    title: t('Splash pages and overlays'),
    about: t('Your splash pages and overlays, with poll results.'),
    files: ['pictures'],
    rows: sql`select kind, name, content, votes,
      (select jsonb_agg(jsonb_build_object('file', value)) from jsonb_each_text(content)
        where key in ('picture', 'banner', 'avatar') and value <> '' and value not like 'http%') as pictures,
      created_at as "createdAt", updated_at as "changedAt", deleted_at as "deletedAt" from (
        select 'Splash page' as kind, name, content, null::jsonb as votes, created_at, updated_at, deleted_at
        from links.splash_page where account_id = ${accountId}
        union all select 'Overlay: ' || kind, name, content,
          (select jsonb_object_agg(choice, votes) from links.overlay_vote where overlay_id = overlay.id),
          created_at, updated_at, deleted_at from links.overlay where account_id = ${accountId}
      ) as each order by created_at desc`,
  },
];

/**
 * Archive sections of an account. Visitor data is limited to what visitors submitted, and internal data is
 * excluded.
 */
const hopSections = ({ config }: App, accountId: string): ArchiveSection[] => [
  ...linkSections(config.hopUrl, accountId),
  ...publicSections(config.hopUrl, accountId),
  {
    name: 'domains',
    title: t('Domains'),
    about: t('Your branded domains, including removed ones.'),
    rows: sql`select host, scheme, root_redirect as "homeLeadsTo", missing_redirect as "unknownLeadsTo",
      created_at as "addedAt", verified_at as "verifiedAt", null::timestamptz as "removedAt"
      from links.domain where account_id = ${accountId}
      union all select host, scheme, root_redirect, missing_redirect, created_at, verified_at, deleted_at
      from links.deleted_domain where account_id = ${accountId}`,
  },
  {
    name: 'pixels',
    title: t('Pixels'),
    about: t('Your tracking pixels and consent settings.'),
    rows: sql`select name, provider, tag, created_at as "addedAt", deleted_at as "deletedAt",
      (select jsonb_build_object('mode', mode, 'privacyPolicy', privacy_url) from links.pixel_consent as consent
        where consent.account_id = pixel.account_id) as consent
      from links.pixel where account_id = ${accountId} order by id desc`,
  },
  {
    name: 'webhooks',
    title: t('Webhooks'),
    about: t('Your webhooks and their latest deliveries, without secrets.'),
    rows: sql`select name, url, events, created_at as "addedAt", delivered_at as "lastDeliveredAt",
      disabled_at as "disabledAt", disabled_reason as "disabledReason",
      (select jsonb_agg(jsonb_build_object('event', kind, 'at', created_at, 'deliveredAt', delivered_at, 'answered', status)
        order by id desc) from (
          select id, kind, created_at, delivered_at, status from links.webhook_delivery
          where webhook_id = webhook.id order by id desc limit 100
        ) as delivery) as deliveries
      from links.webhook where account_id = ${accountId} order by id desc`,
  },
  {
    name: 'workspace',
    title: t('Workspace'),
    about: t('Settings of your workspace.'),
    rows: sql`select time_zone as "timeZone" from links.workspace where account_id = ${accountId}`,
  },
  {
    name: 'imports',
    title: t('Imports'),
    about: t('Link files you imported.'),
    rows: sql`select file_name as "fileName", format, row_count as rows, created as "linksAdded", refused,
      created_at as "startedAt", finished_at as "finishedAt"
      from links.import where account_id = ${accountId} order by id desc`,
  },
];

export const hopExport: ExportedService = {
  name: 'Hop',
  schema: 'links',
  oneAtATime: 'data_export_under_way',
  pageOf: ({ config }) => `${config.hopUrl}/dashboard/data`,
  sections: hopSections,
  others: (accountId) => [{ name: 'links.csv', content: (app) => linksAsCsv(app, accountId) }],
};

interface CsvRow {
  alias: string;
  domain: string | null;
  url: string;
  title: string;
  clicks: string;
  at: string;
}

async function* linksAsCsv(app: App, accountId: string): AsyncGenerator<string> {
  const sheet = csvSheet(rowsOf(app, accountId), { lineEnd: 'windows' });
  sheet.setEncoding('utf8');
  for await (const part of sheet) yield String(part);
}

async function* rowsOf(app: App, accountId: string): AsyncGenerator<string[]> {
  yield ['short', 'url', 'title', 'clicks', 'made'];
  const query = sql<CsvRow>`
    select link.alias, domain.scheme || '://' || domain.host as domain, link.url, link.title,
      coalesce(total.clicks, 0)::text as clicks, to_char(link.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from links.link
    left join links.domain on domain.id = link.domain_id
    left join links.link_total total on total.link_id = link.id
    where link.account_id = ${accountId} and link.deleted_at is null and link.purpose = 'link'
    order by link.id`;
  for await (const link of streamRows(app, query))
    yield [shortAddress(app.config, link), link.url, link.title, link.clicks, link.at];
}
