import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import { nameContains } from '../../platform/database/name-matches.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { selectSplashPages, toSplashPage } from './queries.ts';
import type { SplashPage } from './splash-page.ts';

export interface ListedSplashPage extends SplashPage {
  /** How many links lead over it. */
  links: number;
}

/** One page of the viewer's splash pages, newest first, and how many there are over all pages. */
export async function listSplashPages(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  { search = '', page, perPage }: { search?: string | undefined; page: number; perPage: number },
): Promise<{ splashPages: ListedSplashPage[]; total: number }> {
  const wanted = selectSplashPages(app)
    .where('splash.account_id', '=', viewer.id)
    .$if(search !== '', (query) => query.where(nameContains(sql.ref('splash.name'), search)));
  const rows = await wanted
    .select(countLinks.as('links'))
    .orderBy('splash.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await wanted
    .clearSelect()
    .select(sql<number>`count(*)::float8`.as('total'))
    .executeTakeFirstOrThrow();
  return { splashPages: rows.map(toSplashPage), total };
}

const countLinks = sql<number>`(
  select count(*)::float8 from links.link where link.splash_id = splash.id and link.deleted_at is null
)`;
