import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';

/** A plan whose subscribers a post can be limited to. */
export interface PlanChoice {
  id: string;
  title: string;
}

/** Returns the plans of a person or page, cheapest first. Includes `present` even if it was deleted. */
export const listPlanChoices = (app: Pick<App, 'db'>, wanted: Wanted): Promise<PlanChoice[]> =>
  planChoices(app, wanted).execute();

type Wanted = ({ accountId: string } | { pageId: string }) & { present?: string | null };

/** The underlying query, for statements that load more. */
export const planChoices = ({ db }: Pick<App, 'db'>, { present = null, ...seller }: Wanted) =>
  db
    .selectFrom('social.plan')
    .where(
      'pageId' in seller ? 'page_id' : 'account_id',
      '=',
      'pageId' in seller ? seller.pageId : seller.accountId,
    )
    .where((plan) => plan.or([plan('deleted_at', 'is', null), plan('id', '=', present)]))
    .orderBy('daily_price')
    .orderBy('id')
    .limit(sql.lit(30))
    .select([sql<string>`plan.id::text`.as('id'), 'title']);
