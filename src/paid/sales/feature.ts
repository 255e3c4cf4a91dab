import { Type } from 'typebox';
import { job } from '../../platform/jobs.ts';
import type { Feature } from '../../platform/feature.ts';
import { pagesFor } from '../../platform/http/endpoint.ts';
import { countSales } from './count-sales.ts';
import { listSales } from './list-sales.ts';
import { saleSections } from './sale-sections.ts';
import { salesView } from './views/sales-view.ts';

/** What was sold of a person's public content, for that person. */
export const salesFeature: Feature = {
  pages: [
    pagesFor('member').get({
      path: '/settings/sales',
      handle: async ({ app, viewer }) => salesView(await listSales(app, viewer.id)),
    }),
  ],
  jobs: [job('paid.count-sales', Type.Object({}), countSales, { cron: '* * * * *' })],
  archive: saleSections,
};
