import { sql, type RawBuilder } from 'kysely';
import { linkContains } from './link-contains.ts';

export const linkStatuses = ['live', 'expired', 'disabled', 'password', 'private'] as const;
export type LinkStatus = (typeof linkStatuses)[number];

/** Which of an account's links are meant: those to which all of it applies. */
export interface LinkFilter {
  /** Part of an alias, a title or a long address; letter case does not matter. */
  search?: string | undefined;
  /** A tag's name; letter case does not matter. */
  tag?: string | undefined;
  channelId?: string | undefined;
  campaignId?: string | undefined;
  /** Host of a branded domain; `ownDomain`: the service's own. */
  domain?: string | undefined;
  status?: LinkStatus | undefined;
  /** With clicks, or never. */
  isClicked?: boolean | undefined;
  /** Made at or after this time. */
  from?: Date | undefined;
  /** Made before this time. */
  before?: Date | undefined;
}

export const ownDomain = 'own';

/** Whether a filter leaves everything in. */
export const isWide = (filter: LinkFilter) =>
  Object.values(filter).every((value) => value === undefined || value === '');

/** A condition on `links.link as link`: it is there, the account's, and the filter applies to it. */
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
// Written out, so that the index of links that can expire is one that can answer it.
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
    : sql<boolean>`link.domain_id = (select id from links.domain where host = ${host.toLowerCase()})`;
