import type { Dimension } from '../roll-ups.ts';

/** Parameters of the destination, which only ClickHouse has with each click. */
export const utmFilters = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
type UtmFilter = (typeof utmFilters)[number];

/** Filters by values of a dimension. */
type FilterDimension = Exclude<Dimension, 'link' | 'purpose'>;
/** Also by the hour of the day (0 to 23) and the day of the week (1: Monday), in the zone of the range. */
export type ClickFilterName = FilterDimension | UtmFilter | 'hour' | 'weekday';

/** Filter values, as in the roll-ups. '' means unknown. */
export type ClickFilters = Partial<Record<ClickFilterName, string>>;

export const hasFilters = (filters: ClickFilters): boolean => Object.keys(filters).length > 0;

/** Splits a region or city, such as `US/California/Los Angeles`. */
export function splitPlace(value: string): { country: string; region: string; city: string } {
  const [country = '', region = '', ...city] = value.split('/');
  return { country, region, city: city.join('/') };
}
