import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { days } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { firstIdAt } from '../click.ts';
import type { Limited } from './read-statistics.ts';
import type { Dimension, RollUps } from '../roll-ups.ts';
import { startOfStep } from './statistics-range.ts';
import type { StatisticsRange } from './statistics-range.ts';

/** What clicks must have, by dimension: the values are those of the roll-ups, '' for what was not known. */
export type ClickFilters = Partial<Record<FilterDimension, string>>;
export type FilterDimension = Exclude<Dimension, 'link' | 'purpose'>;

export const hasFilters = (filters: ClickFilters): boolean => Object.keys(filters).length > 0;

/**
 * The CTEs `looked` and `matching`: the newest clicks of a range, as many as the setting allows, and those of them that
 * the filters match. `is_first` marks a visitor's first click of a day, which is the one that counts as unique.
 */
export function matchingClicks(
  { config }: Pick<App, 'config'>,
  { clicks, among = sql`true` }: RollUps,
  range: StatisticsRange,
  filters: ClickFilters,
): RawBuilder<unknown> {
  const conditions = Object.entries(filters).map(([dimension, value]) =>
    conditionOf(dimension as FilterDimension, value),
  );
  const from = startOfStep(range.from, range.step, range.zone);
  // Ids begin with the time, and say in which months' tables to look.
  return sql`looked as materialized (
    select id, at, link_id, is_bot, visitor, country, region, city, referrer, browser, system, device, language, variant
    from links.click
    where ${clicks} and at >= ${from} and at < ${range.to}
      and id >= ${firstIdAt(from)}::uuid and id < ${firstIdAt(range.to)}::uuid
    order by at desc
    limit ${config.HOP_FILTER_CLICKS}
  ), matching as materialized (
    select *, not is_bot and row_number() over (
      partition by is_bot, link_id, visitor, (at at time zone 'UTC')::date order by id
    ) = 1 as is_first
    from looked
    where ${sql.join([among, ...conditions], sql` and `)}
  )`;
}

/** Regions and cities are told with what they are in, as in the roll-ups. */
function conditionOf(dimension: FilterDimension, value: string): RawBuilder<unknown> {
  const [country = '', region = '', ...city] = value.split('/');
  if (dimension === 'region') return sql`country = ${country} and region = ${region}`;
  if (dimension === 'city')
    return sql`country = ${country} and region = ${region} and city = ${city.join('/')}`;
  return sql`${sql.ref(dimension)} = ${value}`;
}

/** Every dimension of a click with its value, as the roll-ups have them. */
export const dimensionRows = sql`lateral (values
  ('country', country), ('region', case when region <> '' then country || '/' || region else '' end),
  ('city', case when city <> '' then country || '/' || region || '/' || city else '' end), ('browser', browser),
  ('system', system), ('device', device), ('language', language), ('referrer', referrer), ('variant', variant),
  ('link', link_id::text)
) as told (dimension, value)`;

/** Traits that only some clicks have: those that have none are no value of their own. */
export const hasRollup = sql`(value <> '' or dimension not in ('region', 'city', 'variant'))`;

/** The part of a range that was looked at, when it is not all of it. */
export function limitedBy(
  { config, clock }: Pick<App, 'config' | 'clock'>,
  range: StatisticsRange,
  scanned: { clicks: number; oldest: Date | null },
): Limited | undefined {
  const { HOP_FILTER_CLICKS, HOP_CLICK_DAYS } = config;
  if (scanned.clicks >= HOP_FILTER_CLICKS && scanned.oldest)
    return { clicks: scanned.clicks, since: scanned.oldest };
  const oldest = new Date(clock.now().getTime() - days(HOP_CLICK_DAYS));
  return HOP_CLICK_DAYS > 0 && range.from < oldest ? { clicks: scanned.clicks, since: oldest } : undefined;
}
