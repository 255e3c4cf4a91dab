import { Type } from 'typebox';
import { sql } from 'kysely';
import { job } from '../../platform/jobs.ts';
import type { Feature } from '../../platform/feature.ts';
import { auditPages } from './pages.ts';
import { purgeReports } from './purge-reports.ts';

/** Website audits, free within a limit. */
export const auditFeature: Feature = {
  pages: auditPages,
  jobs: [job('paid.purge-audits', Type.Object({}), purgeReports, { cron: '47 4 * * *' })],
  archive: (_app, accountId) => [
    {
      name: 'website-audits',
      title: 'Website audits',
      about: 'Sites you audited, with their scores.',
      rows: sql`select host as site, score, grade, created_at
        from paid.audit where account_id = ${accountId} order by id desc`,
    },
  ],
};
