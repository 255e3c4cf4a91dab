import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import { nothing } from '../../platform/html/html.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page } from '../../platform/http/endpoint.ts';
import { accountTotal } from '../clicks/account-total.ts';
import { ofAccount } from '../clicks/roll-ups.ts';
import { addressesOfAccount } from './addresses.ts';
import { accountDimensions } from './dimensions.ts';
import { csvDownload } from './download.ts';
import { By, CsvQuery, PagedQuery, SeenQuery } from './page-shapes.ts';
import { chooseRange, RangeQuery } from './range.ts';
import { readShownOfAccount } from './read-shown.ts';
import { showDimension } from './show-dimension.ts';
import { nameSubjects } from './subject.ts';
import { accountFrame, accountView, type AccountPage } from './views/account-view.ts';

/** Everything that an account has, together. */
export const accountPages = [
  page({
    method: 'GET',
    path: '/dashboard/statistics',
    access: 'member',
    query: RangeQuery,
    handle: async ({ app, viewer, query }) => accountView(await readPage(app, viewer, query)),
  }),
  page({
    method: 'GET',
    path: '/dashboard/statistics/refresh',
    access: 'member',
    query: SeenQuery,
    handle: async ({ app, viewer, query }) => {
      const { clicks } = await accountTotal(app, viewer.id);
      if (String(clicks) === query.seen) return nothing;
      return accountFrame(await readPage(app, viewer, query));
    },
  }),
  page({
    method: 'GET',
    path: '/dashboard/statistics/by/:dimension',
    access: 'member',
    params: Type.Object({ dimension: By }),
    query: PagedQuery,
    handle: async ({ app, viewer, params, query }) =>
      showDimension(app, viewer.id, {
        of: ofAccount(viewer.id),
        name: 'Statistics',
        section: 'statistics',
        addresses: addressesOfAccount,
        known: accountDimensions,
        range: await rangeOf(app, viewer, query),
        ...params,
        page: query.page,
      }),
  }),
  page({
    method: 'GET',
    path: '/dashboard/statistics.csv',
    access: 'member',
    query: CsvQuery,
    handle: async ({ app, viewer, query }) =>
      csvDownload(app, viewer.id, {
        of: ofAccount(viewer.id),
        name: viewer.username,
        range: await rangeOf(app, viewer, query),
        by: query.by,
      }),
  }),
];

async function readPage(app: App, viewer: Viewer, query: RangeQuery): Promise<AccountPage> {
  const shown = await readShownOfAccount(app, viewer.id, query);
  const ids = shown.statistics.links.map(({ value }) => value);
  return { hopUrl: app.config.hopUrl, shown, subjects: await nameSubjects(app, viewer.id, ids) };
}

async function rangeOf(app: App, viewer: Viewer, query: RangeQuery) {
  const { since } = await accountTotal(app, viewer.id);
  return chooseRange(app.clock.now(), since ?? app.clock.now(), query);
}
