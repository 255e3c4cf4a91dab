import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { nameContains } from '../../platform/database/name-matches.ts';
import { getPage, type PageNumber, type PageOfRows } from '../../platform/database/get-page.ts';
import type { Owner } from '../owned/owned.ts';
import { selectSplashPages, toSplashPage } from './queries.ts';
import type { SplashPage } from './splash-page.ts';

export interface ListedSplashPage extends SplashPage {
  /** Number of links that use the page. */
  links: number;
}

/** Returns one page of the viewer's splash pages, newest first. */
export async function listSplashPages(
  app: Pick<App, 'db'>,
  viewer: Owner,
  { search = '', ...page }: PageNumber & { search?: string },
): Promise<PageOfRows<ListedSplashPage>> {
  const found = selectSplashPages(app)
    .where('splash.account_id', '=', viewer.id)
    .$if(search !== '', (query) => query.where(nameContains(sql.ref('splash.name'), search)));
  const { rows, total } = await getPage(found, page, (listed) =>
    listed.select(countLinks.as('links')).orderBy('splash.id', 'desc'),
  );
  return { rows: rows.map(toSplashPage), total };
}

const countLinks = sql<number>`(
  select count(*)::float8 from links.link where link.splash_id = splash.id and link.deleted_at is null
)`;
