import { sql } from 'kysely';
import type { App } from '../../../platform/app.ts';
import type { Report } from './report.ts';
import { selectWatched, type ModeratedLink } from './moderated-link.ts';

export interface ReportedLink extends ModeratedLink {
  reports: number;
  categories: Report['category'][];
  lastReportAt: Date;
  lastReport: string;
}

export const reportedPerPage = 25;

/** Returns links with open reports, most reported first. */
export async function listReported(app: Pick<App, 'db'>, page = 1): Promise<ReportedLink[]> {
  const { rows } = await sql<{
    id: string;
    reports: number;
    categories: Report['category'][];
    at: Date;
    last: string;
  }>`
    select link_id as id, count(*)::int as reports, array_agg(distinct category) as categories,
      max(created_at) as at, max(id) as last
    from links.report where decided_at is null
    group by link_id
    order by count(*) desc, max(id) desc
    limit ${reportedPerPage} offset ${(page - 1) * reportedPerPage}`.execute(app.db);
  if (rows.length === 0) return [];
  const links = await selectWatched(app)
    .where(
      'link.id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return rows.flatMap(({ id, reports, categories, at, last }) =>
    links
      .filter((link) => link.id === id)
      .map((link) => ({ ...link, reports, categories, lastReportAt: at, lastReport: last })),
  );
}

/** Returns the reports of a link, newest first. */
export async function listReportsOf({ db }: Pick<App, 'db'>, linkId: string): Promise<Report[]> {
  return db
    .selectFrom('links.report')
    .select(['reason', 'contact', 'created_at as createdAt', 'decided_at as decidedAt'])
    .select((row) => row.ref('category').$castTo<Report['category']>().as('category'))
    .where('link_id', '=', linkId)
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
}
