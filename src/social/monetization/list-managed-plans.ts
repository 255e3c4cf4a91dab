import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { plansOf } from './find-plans.ts';
import type { Plan } from './plan.ts';

/** A page on whose behalf the viewer can offer plans. */
export interface SellingPage {
  id: string;
  username: string;
  title: string;
}

/** Returns the pages that the viewer owns or administers, by title. */
export const listSellingPages = (
  { db }: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
): Promise<SellingPage[]> =>
  db
    .selectFrom('social.page as page')
    .where('page.deleted_at', 'is', null)
    .where(
      sql<boolean>`page.id in (select id from social.page where owner_id = ${viewer.id}
        union all select page_id from social.page_role where account_id = ${viewer.id} and role = 'admin')`,
    )
    .select(['page.id', 'page.username', 'page.title'])
    .orderBy(sql`lower(page.title)`)
    .orderBy('page.id')
    .limit(sql.lit(100))
    .execute();

/** Returns the plans of the viewer and of their pages, oldest first. */
export const listManagedPlans = (
  app: Pick<App, 'db'>,
  viewer: Viewer,
  pages: readonly SellingPage[],
): Promise<Plan[]> =>
  plansOf(
    app,
    viewer,
    sql<boolean>`(plan.account_id = ${viewer.id} or plan.page_id = any(${pages.map(({ id }) => id)}::bigint[]))`,
  );
