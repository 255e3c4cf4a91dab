import type { Config } from '../../platform/settings/config.ts';
import type { Subject } from './subject.ts';

/** Paths of a subject's statistics. */
export interface StatisticsAddresses {
  page: string;
  /** The part of the page that refreshes. */
  refresh: string;
  /** All values of a dimension, followed by a slash and its name. */
  by: string;
  csv: string;
}

export const addressesOfAccount: StatisticsAddresses = {
  page: '/dashboard/statistics',
  refresh: '/dashboard/statistics/refresh',
  by: '/dashboard/statistics/by',
  csv: '/dashboard/statistics.csv',
};

/** A link's statistics are on its own page. Bio pages and QR codes have a separate page. */
export const addressesOf = ({ id, purpose }: Pick<Subject, 'id' | 'purpose'>): StatisticsAddresses => ({
  page: purpose === 'link' ? `/dashboard/links/${id}` : `/dashboard/statistics/${id}`,
  refresh: `/dashboard/links/${id}/statistics`,
  by: `/dashboard/statistics/${id}/by`,
  csv: `/dashboard/links/${id}/statistics.csv`,
});

/** Returns the URL of public statistics, always on the default domain. */
export function publicAddress(
  { hopUrl }: Pick<Config, 'hopUrl'>,
  { domain, alias }: Pick<Subject, 'domain' | 'alias'>,
): string {
  const path = alias.split('/').map(encodeURIComponent).join('/');
  return domain === null ? `${hopUrl}/${path}/stats` : `${hopUrl}/${new URL(domain).host}/${path}/stats`;
}
