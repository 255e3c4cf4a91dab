import { type RawBuilder, sql } from 'kysely';
import { comparableHost } from '../../kernel/comparable.ts';

export const linkStatuses = ['live', 'expired', 'disabled', 'password', 'private'] as const;
export type LinkStatus = (typeof linkStatuses)[number];

/** A filter for an account's links. All conditions must match. */
export interface LinkFilter {
  /** Part of an alias, title or destination, ignoring case. */
  search?: string | undefined;
  /** Name of a tag, ignoring case. */
  tag?: string | undefined;
  channelId?: string | undefined;
  campaignId?: string | undefined;
  /** Host of a branded domain. `ownDomain`: the default domain. */
  domain?: string | undefined;
  status?: LinkStatus | undefined;
  /** Whether the link has clicks. */
  isClicked?: boolean | undefined;
  /** Created at or after this time. */
  from?: Date | undefined;
  /** Created before this time. */
  before?: Date | undefined;
}

export const ownDomain = 'own';

/** Whether the filter matches everything. */
export const isUnfiltered = (filter: LinkFilter) =>
  Object.values(filter).every((value) => value === undefined || value === '');

/** SQL condition on `links.link as link`: not deleted, owned by the account, and matching the filter. */
export function matchingLinks(accountId: string, filter: LinkFilter, now: Date): RawBuilder<boolean> {
  const { search, tag, channelId, campaignId, domain, status, isClicked, from, before } = filter;
  const conditions = [
    sql<boolean>`link.account_id = ${accountId} and link.deleted_at is null and link.purpose = 'link'`,
    search && linkContains([search]),
    tag && taggedAs(accountId, tag),
    channelId && inChannel(accountId, channelId),
    campaignId && inCampaign(accountId, campaignId),
    domain && atDomain(domain),
    status && conditionOf[status](now),
    isClicked === true && sql<boolean>`exists (${total})`,
    isClicked === false && sql<boolean>`not exists (${total})`,
    from && sql<boolean>`link.created_at >= ${from}`,
    before && sql<boolean>`link.created_at < ${before}`,
  ].filter((condition) => typeof condition === 'object');
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

const total = sql`select from links.link_total as followed where followed.link_id = link.id`;
const overClicks = sql<boolean>`(link.click_limit is not null and link.click_limit <= coalesce(
  (select clicks from links.link_total as followed where followed.link_id = link.id), 0))`;

const isExpired = (now: Date) => sql<boolean>`(link.expires_at <= ${now} or ${overClicks})`;
// The conditions for `expired` repeat the predicate of the partial index on links that can expire, so that it
// can be used.
const conditionOf: Readonly<Record<LinkStatus, (now: Date) => RawBuilder<boolean>>> = {
  live: (now) =>
    sql<boolean>`link.disabled_at is null and link.suspended_at is null and ${isExpired(now)} is not true`,
  expired: (now) =>
    sql<boolean>`(link.expires_at is not null or link.click_limit is not null) and ${isExpired(now)}`,
  disabled: () => sql<boolean>`link.disabled_at is not null`,
  password: () => sql<boolean>`link.password_hash is not null`,
  private: () => sql<boolean>`link.visibility = 'private'`,
};

const taggedAs = (accountId: string, name: string) => sql<boolean>`link.id in (
  select link_id from links.link_tag join links.tag on tag.id = link_tag.tag_id
  where tag.account_id = ${accountId} and lower(tag.name) = lower(${name}) and tag.deleted_at is null)`;

const inChannel = (accountId: string, id: string) => sql<boolean>`link.id in (
  select link_id from links.channel_link join links.channel on channel.id = channel_link.channel_id
  where channel.id = ${id} and channel.account_id = ${accountId} and channel.deleted_at is null)`;

const inCampaign = (accountId: string, id: string) => sql<boolean>`link.campaign_id = (
  select id from links.campaign where id = ${id} and account_id = ${accountId} and deleted_at is null)`;

const atDomain = (host: string) =>
  host === ownDomain
    ? sql<boolean>`link.domain_id is null`
    : sql<boolean>`link.domain_id = (select id from links.domain where host = ${comparableHost(host)})`;

/**
 * SQL for the searched text of `link`: alias, title and start of the URL in lower case, and the title without
 * accents.
 */
export const searchable = sql<string>`links.searchable(link.alias, link.title, link.url)`;

/**
 * SQL condition that the link contains all texts, ignoring case and, in titles, accents. Supported by an
 * index.
 */
export const linkContains = (texts: readonly string[], searched = searchable): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    texts.map((text) => contains(searched, text)),
    sql` and `,
  )})`;

function contains(searched: RawBuilder<string>, text: string): RawBuilder<boolean> {
  const typed = like(searched, sql`lower(${text})`);
  // ASCII text has no accents to remove.
  return /^[\x20-\x7e]*$/.test(text)
    ? typed
    : sql`(${typed} or ${like(searched, sql`nullif(trim(search.name(${text})), '')`)})`;
}

/** The subquery computes the pattern once rather than per link. */
const like = (searched: RawBuilder<string>, text: RawBuilder<unknown>) =>
  sql<boolean>`${searched} like (select '%' || search.literal(${text}) || '%')`;
