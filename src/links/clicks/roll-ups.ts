import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** The scope of a query: clicks of one link, of several, or of an account. */
export interface RollUps {
  hours: RawBuilder<unknown>;
  days: RawBuilder<unknown>;
  months: RawBuilder<unknown>;
  /** A condition on the rows of all three tables. */
  mine: RawBuilder<unknown>;
  /** The same condition on single clicks, supported by an index in order of time. */
  clicks: RawBuilder<unknown>;
  /** An additional condition on single clicks that no index supports. */
  among?: RawBuilder<unknown>;
  /** The same for another store: the account, the links, or these links of the account. */
  scope: { accountId?: string; linkIds?: readonly string[] };
}

export const ofLink = (id: string): RollUps => ({
  hours: sql`links.click_hour`,
  days: sql`links.click_day`,
  months: sql`links.click_month`,
  mine: sql`link_id = ${id}`,
  clicks: sql`link_id = ${id}`,
  scope: { linkIds: [id] },
});

export const ofAccount = (id: string): RollUps => ({
  hours: sql`links.account_hour`,
  days: sql`links.account_day`,
  months: sql`links.account_month`,
  mine: sql`account_id = ${id}`,
  clicks: sql`account_id = ${id}`,
  scope: { accountId: id },
});

/** Totals of some links of an account. As for the account, the links and their purposes are dimensions. */
export function ofLinks(accountId: string, ids: readonly string[]): RollUps {
  const scopeCondition = sql`link_id = any(${ids}::bigint[])`;
  return {
    hours: sql`links.click_hour`,
    days: sql`(${withLinks(sql`links.click_day`, sql`day`, scopeCondition)}) as some_days`,
    months: sql`(${withLinks(sql`links.click_month`, sql`month`, scopeCondition)}) as some_months`,
    mine: scopeCondition,
    ...(ids.length === 1
      ? { clicks: sql`link_id = ${ids[0]}`, scope: { linkIds: ids } }
      : {
          clicks: sql`account_id = ${accountId}`,
          among: scopeCondition,
          scope: { accountId, linkIds: ids },
        }),
  };
}

/**
 * Every click has a device, possibly unknown, so the rows of that dimension add up to all clicks of a link.
 */
const withLinks = (
  table: RawBuilder<unknown>,
  time: RawBuilder<unknown>,
  scopeCondition: RawBuilder<unknown>,
) => sql`
  select link_id, ${time}, dimension, value, clicks, uniques from ${table} where ${scopeCondition}
  union all
  select link_id, ${time}, 'link', link_id::text, clicks, uniques from ${table} where ${scopeCondition} and dimension = 'device'
  union all
  select link_id, ${time}, 'purpose', link.purpose, clicks, uniques
  from ${table} join links.link link on link.id = link_id where ${scopeCondition} and dimension = 'device'`;

/** Dimensions of click statistics. Only links have variants, and only accounts have links and purposes. */
export const dimensions = [
  'country',
  'region',
  'city',
  'referrer',
  'browser',
  'system',
  'device',
  'language',
  'variant',
  'link',
  'purpose',
] as const;
export type Dimension = (typeof dimensions)[number];
