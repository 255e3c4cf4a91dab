import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import type { Feature } from '../../platform/feature.ts';
import { pagesFor } from '../../platform/http/endpoint.ts';
import { countSales } from './count-sales.ts';
import { listSales, saleCursor } from './list-sales.ts';
import { saleSections } from './sale-sections.ts';
import { salesView } from './views/sales-view.ts';

/** Sales of a member's public content, for that member. */
export const salesFeature: Feature = {
  pages: [
    pagesFor('member').get({
      path: '/settings/sales',
      query: Type.Object({ before: Type.Optional(Type.String({ pattern: saleCursor })) }),
      handle: async ({ app, viewer, query }) => salesView(await listSales(app, viewer.id, query.before)),
    }),
  ],
  jobs: [job('paid.count-sales', Type.Object({}), countSales, { cron: '* * * * *' })],
  archive: saleSections,
};
