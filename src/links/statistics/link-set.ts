import { sql } from 'kysely';
import { invalid, msg } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import type { App } from '../../platform/app.ts';
import { ownedCampaigns } from '../campaigns/campaigns.ts';
import { ownedChannels } from '../channels/channels.ts';
import type { StatisticsRange } from '../clicks/statistics/range.ts';
import { type ClickReader, clickStore } from '../clicks/store/click-store.ts';
import { selectTags } from '../tags/tags.ts';

/** Maximum roll-up rows per page, which take a fraction of a second. */
const maxRows = 300_000;
/** Estimated rows per day of a popular link, and per click. */
const [rowsPerDay, rowsPerClick] = [300, 9];

export interface WantedLinks {
  link: number | undefined;
  tag: string | undefined;
  campaign: number | undefined;
  channel: number | undefined;
}

/**
 * Returns the account's links that match the filters, most clicked first, up to the number whose roll-ups can
 * be added up. `isWhole` is false if there are more, and `areMany` true if their roll-ups are too many.
 */
export async function findLinkSet(
  app: ClickReader,
  accountId: string,
  range: StatisticsRange,
  { link, tag: tagName, campaign: campaignId, channel: channelId }: WantedLinks,
): Promise<{
  ids: string[];
  isWhole: boolean;
  areMany: boolean;
  words: { tag?: string; campaign?: string; channel?: string };
}> {
  const { isWhole: countsAll, maxLinks } = clickStore(app);
  const tag = await findTag(app, accountId, tagName);
  const campaign =
    campaignId === undefined ? undefined : await ownedCampaigns.find(app, accountId, String(campaignId));
  const channel =
    channelId === undefined ? undefined : await ownedChannels.find(app, accountId, String(channelId));
  if (tagName !== undefined && !tag) throw invalid('tag', msg('tag must be the name of one of your tags'));
  if (campaignId !== undefined && !campaign)
    throw invalid('campaign', msg('campaign must be the ID of one of your campaigns'));
  if (channelId !== undefined && !channel)
    throw invalid('channel', msg('channel must be the ID of one of your channels'));
  const member = [
    ...(link === undefined ? [] : [sql`select ${link}::bigint as id`]),
    ...(campaign ? [sql`select id from links.link where campaign_id = ${campaign.id}`] : []),
    ...(tag ? [sql`select link_id as id from links.link_tag where tag_id = ${tag.id}`] : []),
    ...(channel ? [sql`select link_id as id from links.channel_link where channel_id = ${channel.id}`] : []),
  ];
  const [first = sql`select null::bigint as id`, ...others] = member;
  const { rows } = await sql<{ id: string; fits: boolean; adds: boolean; candidates: number }>`
    with candidate as materialized (select id from (${first}) as first order by id desc limit ${maxLinks}),
    ranked as (
      select link.id, row_number() over by_clicks as place,
        sum(least(coalesce(total.clicks, 0) * ${rowsPerClick}, ${rowsPerDay * partsOf(range)}::bigint)) over by_clicks as rows
      from candidate join links.link link on link.id = candidate.id
      left join links.link_total total on total.link_id = link.id
      where link.account_id = ${accountId} and link.deleted_at is null
        and ${sql.join(
          [
            sql`true`,
            ...others.map((ids) => sql`link.id in (select id from (${ids}) as also where also.id = link.id)`),
          ],
          sql` and `,
        )}
      window by_clicks as (order by coalesce(total.clicks, 0) desc, link.id)
    )
    select id, ${countsAll} or rows <= ${maxRows} or place = 1 as fits, rows <= ${maxRows} as adds, (select count(*)::integer from candidate) as candidates
    from ranked order by place`.execute(app.db);
  const ids = rows.filter(({ fits }) => fits).map(({ id }) => id);
  return {
    ids,
    isWhole: ids.length === rows.length && (rows[0]?.candidates ?? 0) < maxLinks,
    areMany: rows.length > 1000 || rows.some(({ adds }) => !adds),
    words: {
      ...(tag && { tag: `Tag: ${tag.name}` }),
      ...(campaign && { campaign: `Campaign: ${campaign.name}` }),
      ...(channel && { channel: `Channel: ${channel.name}` }),
    },
  };
}

const findTag = async (app: Pick<App, 'db'>, accountId: string, name: string | undefined) =>
  name === undefined
    ? undefined
    : selectTags(app)
        .where('tag.account_id', '=', accountId)
        .where(sql`lower(tag.name)`, '=', sql<string>`lower(${name.trim()})`)
        .executeTakeFirst();

/** Estimates the number of periods to add up: days, or whole months for longer ranges. */
function partsOf({ from, to }: StatisticsRange): number {
  const length = Math.ceil((to.getTime() - from.getTime()) / days(1)) + 1;
  return Math.min(length, 62 + Math.ceil(length / 30));
}
