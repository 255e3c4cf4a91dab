import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import { whenGiven } from '../../../platform/database/when-given.ts';
import { destinationFields } from '../assessment/to-domain.ts';
import { selectWatched, type ModeratedLink } from './moderated-link.ts';

export const watchedPerPage = 30;

export type Show = 'newest' | 'held' | 'suspended';

/** Returns links of all accounts, newest first. `before` is the last id of the previous page. */
export function listWatched(
  app: Pick<App, 'db'>,
  { show, before }: { show: Show; before?: string | undefined },
): Promise<ModeratedLink[]> {
  return selectWatched(app)
    .where('link.deleted_at', 'is', null)
    .$if(show === 'held', (query) => query.where('link.held_at', 'is not', null))
    .$if(show === 'suspended', (query) => query.where('link.suspended_at', 'is not', null))
    .$call(whenGiven(before, (query, before) => query.where('link.id', '<', before)))
    .orderBy('link.id', 'desc')
    .limit(watchedPerPage)
    .execute();
}

/** Returns some of the links to a domain or its subdomains, and their number, counted up to 1,000. */
export async function listLeadingTo(
  app: Pick<App, 'db'>,
  domain: string,
  but: string,
): Promise<{ links: ModeratedLink[]; count: number }> {
  const found = selectWatched(app)
    .where(destinationFields(domain))
    .where('link.deleted_at', 'is', null)
    .where('link.id', '<>', but);
  const links = await found.orderBy('link.id', 'desc').limit(10).execute();
  const { count } = await app.db
    .selectFrom(found.clearSelect().select('link.id').limit(1000).as('some'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return { links, count };
}
