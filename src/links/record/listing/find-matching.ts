import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { isUnfiltered, matchingLinks, type LinkFilter } from './link-filter.ts';
import { maxFound, searchLinks } from './search-links.ts';

/** The links of an account that match a filter. */
export interface Matching {
  accountId: string;
  /** A condition on `links.link as link`. */
  condition: RawBuilder<boolean>;
  /** Whether the filter matches all links of the account. */
  isAll: boolean;
  /** The number of matches, if a search has determined it. */
  counted?: { total: number; isMore: boolean };
}

export async function findMatching(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  accountId: string,
  filter: LinkFilter,
): Promise<Matching> {
  const { search, ...others } = filter;
  const condition = matchingLinks(accountId, others, clock.now());
  if (!search) return { accountId, condition, isAll: isUnfiltered(others) };
  const ids = await searchLinks({ db }, accountId, search, condition);
  const found = ids.slice(0, maxFound);
  return {
    accountId,
    condition: sql`(${condition} and link.id = any(${found}::bigint[]))`,
    isAll: false,
    counted: { total: found.length, isMore: ids.length > maxFound },
  };
}
