import type { Config } from '../../platform/settings/config.ts';
import type { Subject } from './subject.ts';

/** Where the statistics of something are, and all that goes with them. */
export interface StatisticsAddresses {
  page: string;
  /** The part of the page that changes. */
  refresh: string;
  /** All values of a dimension, by its name after a slash. */
  by: string;
  csv: string;
}

export const addressesOfAccount: StatisticsAddresses = {
  page: '/dashboard/statistics',
  refresh: '/dashboard/statistics/refresh',
  by: '/dashboard/statistics/by',
  csv: '/dashboard/statistics.csv',
};

/** A link has its statistics on its own page; bio pages and QR codes have theirs on one that is only for them. */
export const addressesOf = ({ id, purpose }: Pick<Subject, 'id' | 'purpose'>): StatisticsAddresses => ({
  page: purpose === 'link' ? `/dashboard/links/${id}` : `/dashboard/statistics/${id}`,
  refresh: `/dashboard/links/${id}/statistics`,
  by: `/dashboard/statistics/${id}/by`,
  csv: `/dashboard/links/${id}/statistics.csv`,
});

/** The page that anybody may see where the owner allows it: always at the service's own address. */
export function publicAddress(
  { hopUrl }: Pick<Config, 'hopUrl'>,
  { domain, alias }: Pick<Subject, 'domain' | 'alias'>,
): string {
  const path = alias.split('/').map(encodeURIComponent).join('/');
  return domain === null ? `${hopUrl}/${path}/stats` : `${hopUrl}/${new URL(domain).host}/${path}/stats`;
}
