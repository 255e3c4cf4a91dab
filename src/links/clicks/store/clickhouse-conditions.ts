import { toLocal } from '../../../kernel/time.ts';
import type { Parameters } from '../../../platform/database/clickhouse.ts';
import type { RollUps } from '../roll-ups.ts';
import { type ClickFilters, type ClickFilterName, splitPlace } from '../statistics/filters.ts';
import { startOfStep, type StatisticsRange } from '../statistics/range.ts';

/** A part of a statement with its parameters. */
export interface StatementPart {
  text: string;
  parameters: Parameters;
}

/** Text of a time for comparisons. */
export const moment = (name: string) => `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`;

/**
 * The table `matching`: all clicks of a range that match the filters. `is_first` marks a visitor's first click of a day on a
 * link, which counts as unique. Ids are compared as PostgreSQL does.
 */
export function matchingClicks(of: RollUps, range: StatisticsRange, filters: ClickFilters): StatementPart {
  const { text, parameters } = whereOf(of, filters, range);
  return {
    text: `matching as (
      select *, not is_bot and UUIDToNum(id) = min(UUIDToNum(id)) over (
        partition by is_bot, link_id, visitor, toDate(at)) as is_first
      from click
      where ${text} and at >= ${moment('from')} and at < ${moment('to')}
    )`,
    parameters: {
      ...parameters,
      from: startOfStep(range.from, range.step, range.zone).getTime(),
      to: range.to.getTime(),
    },
  };
}

export function whereOf({ scope }: RollUps, filters: ClickFilters, range: StatisticsRange): StatementPart {
  const parts = [
    ...(scope.accountId === undefined
      ? []
      : [{ text: 'account_id = {account:UInt64}', parameters: { account: scope.accountId } }]),
    ...(scope.linkIds === undefined
      ? []
      : [{ text: 'link_id in {links:Array(UInt64)}', parameters: { links: scope.linkIds.map(BigInt) } }]),
    ...Object.entries(filters).map(([name, value]) => conditionOf(name as ClickFilterName, value, range)),
  ];
  return {
    text: parts.map(({ text }) => text).join(' and '),
    parameters: Object.assign({}, ...parts.map(({ parameters }) => parameters)) as Parameters,
  };
}

/** Regions and cities include their parents, as in the roll-ups. */
function conditionOf(name: ClickFilterName, value: string, range: StatisticsRange): StatementPart {
  const { country, region, city } = splitPlace(value);
  switch (name) {
    case 'region':
      return {
        text: 'country = {region_country:String} and region = {region:String}',
        parameters: { region_country: country, region },
      };
    case 'city':
      return {
        text: 'country = {city_country:String} and region = {city_region:String} and city = {city:String}',
        parameters: { city_country: country, city_region: region, city },
      };
    case 'hour':
      return { text: `toHour(${localTime(range)}) = {hour:UInt8}`, parameters: { hour: value } };
    case 'weekday':
      return { text: `toDayOfWeek(${localTime(range)}) = {weekday:UInt8}`, parameters: { weekday: value } };
    case 'utm_source':
    case 'utm_medium':
    case 'utm_campaign':
    case 'utm_term':
    case 'utm_content':
      return { text: `decodeURLFormComponent(${name}) = {${name}:String}`, parameters: { [name]: value } };
    default:
      return { text: `${name} = {${name}:String}`, parameters: { [name]: value } };
  }
}

/** Local time by the zone's offset at the end of the range, as in PostgreSQL. */
export const localTime = ({ to, zone = 'UTC' }: StatisticsRange): string =>
  `addMinutes(at, ${Math.round((toLocal(to, zone).getTime() - to.getTime()) / 60_000)})`;
