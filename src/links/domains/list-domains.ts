import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import type { Domain } from './domain.ts';
import { selectDomains } from './queries.ts';

/** One page of the viewer's domains, oldest first, and how many there are over all pages. */
export async function listDomains(
  app: Pick<App, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ domains: Domain[]; total: number }> {
  const wanted = selectDomains(app).where('account_id', '=', viewer.id);
  const domains = await wanted
    .orderBy('id')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await wanted
    .clearSelect()
    .select(sql<number>`count(*)::float8`.as('total'))
    .executeTakeFirstOrThrow();
  return { domains, total };
}
