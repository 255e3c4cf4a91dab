import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { days } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { firstIdAt } from '../click.ts';
import type { Limited } from './get-statistics.ts';
import type { Dimension, RollUps } from '../roll-ups.ts';
import { startOfStep } from './statistics-range.ts';
import type { StatisticsRange } from './statistics-range.ts';

/** Filter values by dimension, as in the roll-ups. '' means unknown. */
export type ClickFilters = Partial<Record<FilterDimension, string>>;
export type FilterDimension = Exclude<Dimension, 'link' | 'purpose'>;

export const hasFilters = (filters: ClickFilters): boolean => Object.keys(filters).length > 0;

/**
 * SQL for the CTEs `looked` (the newest clicks of a range, up to the configured limit) and `matching` (those
 * that match the filters). `is_first` marks a visitor's first click of a day, which counts as unique.
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
  // Ids start with the time, so these conditions select the partitions to scan.
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

/** Regions and cities include their parents, as in the roll-ups. */
function conditionOf(dimension: FilterDimension, value: string): RawBuilder<unknown> {
  const [country = '', region = '', ...city] = value.split('/');
  if (dimension === 'region') return sql`country = ${country} and region = ${region}`;
  if (dimension === 'city')
    return sql`country = ${country} and region = ${region} and city = ${city.join('/')}`;
  return sql`${sql.ref(dimension)} = ${value}`;
}

/** All dimensions of a click with their values, as in the roll-ups. */
export const dimensionRows = sql`lateral (values
  ('country', country), ('region', case when region <> '' then country || '/' || region else '' end),
  ('city', case when city <> '' then country || '/' || region || '/' || city else '' end), ('browser', browser),
  ('system', system), ('device', device), ('language', language), ('referrer', referrer), ('variant', variant),
  ('link', link_id::text)
) as told (dimension, value)`;

/** Blank values of dimensions that not every click has are not counted. */
export const hasRollup = sql`(value <> '' or dimension not in ('region', 'city', 'variant'))`;

/** Returns which part of a range was scanned, if not all of it. */
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
