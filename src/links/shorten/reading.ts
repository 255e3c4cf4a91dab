import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { App, Viewer } from '../../platform/app.ts';
import { compileOnce } from '../../platform/database/queries.ts';
import { ofLink } from '../clicks/roll-ups.ts';
import { networkName } from '../clicks/statistics/names.ts';
import { sinceCreation } from '../clicks/statistics/range.ts';
import { type ClickStatistics, getTallies, maxTallies, talliesOf } from '../clicks/statistics/statistics.ts';
import { clickTotals, noClicks } from '../clicks/statistics/totals.ts';
import { selectDomains } from '../domains/domain.ts';
import type { Link } from '../link/link.ts';

/** Groups that a link can be added to and lists can be filtered by. */
export interface LinkChoices {
  tags: readonly { id: string; name: string; color: string }[];
  channels: readonly { id: string; name: string }[];
  campaigns: readonly { id: string; name: string }[];
  domains: readonly { host: string; isVerified: boolean }[];
}

/** Maximum entries per list. */
const max = 200;

/** A single query for all four lists, because most link pages show them. */
export async function listChoices({ db }: Pick<App, 'db'>, { id }: Viewer): Promise<LinkChoices> {
  const [found] = await selectChoices(db, { id }, undefined);
  return found ?? { tags: [], channels: [], campaigns: [], domains: [] };
}

const selectChoices = compileOnce((db, { id }: { id: string }) =>
  db.selectNoFrom([
    jsonArrayFrom(
      db
        .selectFrom('links.tag as tag')
        .where('tag.account_id', '=', id)
        .where('tag.deleted_at', 'is', null)
        .select([sql<string>`tag.id::text`.as('id'), 'tag.name', 'tag.color'])
        .orderBy(sql`lower(tag.name)`)
        .limit(max),
    ).as('tags'),
    jsonArrayFrom(
      db
        .selectFrom('links.channel as channel')
        .where('channel.account_id', '=', id)
        .where('channel.deleted_at', 'is', null)
        .select([sql<string>`channel.id::text`.as('id'), 'channel.name'])
        .orderBy(sql`channel.starred_at is not null`, 'desc')
        .orderBy('channel.id')
        .limit(max),
    ).as('channels'),
    jsonArrayFrom(
      db
        .selectFrom('links.campaign as campaign')
        .where('campaign.account_id', '=', id)
        .where('campaign.deleted_at', 'is', null)
        .select([sql<string>`campaign.id::text`.as('id'), 'campaign.name'])
        .orderBy('campaign.id', 'desc')
        .limit(max),
    ).as('campaigns'),
    jsonArrayFrom(
      selectDomains({ db })
        .clearSelect()
        .where('account_id', '=', id)
        .select(['host', sql<boolean>`verified_at is not null`.as('isVerified')])
        .orderBy('id')
        .limit(max),
    ).as('domains'),
  ]),
);

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

export interface LinkFigures extends Pick<
  ClickStatistics,
  'clicks' | 'uniques' | 'countries' | 'referrers' | 'browsers' | 'systems'
> {
  /** Clicks from a network's website or app. */
  networks: Record<'facebook' | 'twitter' | 'google', number>;
}

/** Higher than the possible number of referrers, because rare ones are folded every night. */
const allSites = 10_000;

/** Returns the statistics of a link since its creation. */
export async function getLinkFigures(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  link: Link,
): Promise<LinkFigures> {
  const totals = await clickTotals(app, [link.id]);
  const whole = sinceCreation(link.createdAt, app.clock.now());
  const tallies = await getTallies(app, ofLink(link.id), whole, allSites);
  const referrers = talliesOf(tallies, 'referrer');
  const from = (network: string) =>
    referrers.reduce((sum, { value, clicks }) => sum + (networkName(value) === network ? clicks : 0), 0);
  return {
    ...(totals.get(link.id) ?? noClicks),
    countries: talliesOf(tallies, 'country'),
    referrers: referrers.slice(0, maxTallies),
    browsers: talliesOf(tallies, 'browser'),
    systems: talliesOf(tallies, 'system'),
    networks: { facebook: from('Facebook'), twitter: from('X (Twitter)'), google: from('Google') },
  };
}
