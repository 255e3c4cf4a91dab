import { Type } from 'typebox';
import type { App } from '../../platform/app.ts';
import { nothing } from '../../web/html.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { page } from '../../platform/http/endpoint.ts';
import { accountTotal } from '../clicks/statistics/account-total.ts';
import { ofAccount } from '../clicks/roll-ups.ts';
import { listChoices } from '../links/list-choices.ts';
import { addressesOfAccount } from './addresses.ts';
import { accountDimensions } from './dimensions.ts';
import { csvDownload } from './download.ts';
import { filterAccount, type FilterQuery } from './filters/filters.ts';
import {
  AccountCsvQuery,
  AccountPagedQuery,
  AccountQuery,
  AccountSeenQuery,
  By,
} from './requests/page-shapes.ts';
import { chooseRange, type RangeQuery } from './requests/range.ts';
import { getShownOfAccount } from './get-shown.ts';
import { showDimension } from './show-dimension.ts';
import { nameSubjects } from './subject.ts';
import { accountFrame, accountView, type AccountPage } from './views/account-view.ts';

/** Statistics of all links of an account. */
export const accountPages = [
  page({
    method: 'GET',
    path: '/dashboard/statistics',
    access: 'member',
    query: AccountQuery,
    handle: async ({ app, viewer, query }) =>
      accountView(await getPage(app, viewer, query), await listChoices(app, viewer)),
  }),
  page({
    method: 'GET',
    path: '/dashboard/statistics/refresh',
    access: 'member',
    query: AccountSeenQuery,
    handle: async ({ app, viewer, query }) => {
      const { clicks } = await accountTotal(app, viewer.id);
      if (String(clicks) === query.seen) return nothing;
      return accountFrame(await getPage(app, viewer, query));
    },
  }),
  page({
    method: 'GET',
    path: '/dashboard/statistics/by/:dimension',
    access: 'member',
    params: Type.Object({ dimension: By }),
    query: AccountPagedQuery,
    handle: async ({ app, viewer, params, query }) =>
      showDimension(app, viewer.id, {
        name: 'Statistics',
        section: 'statistics',
        addresses: addressesOfAccount,
        known: accountDimensions,
        ...(await narrow(app, viewer, query)),
        ...params,
        page: query.page,
      }),
  }),
  page({
    method: 'GET',
    path: '/dashboard/statistics.csv',
    access: 'member',
    query: AccountCsvQuery,
    handle: async ({ app, viewer, query }) =>
      csvDownload(app, viewer.id, {
        name: viewer.username,
        ...(await narrow(app, viewer, query)),
        by: query.by,
      }),
  }),
];

async function getPage(app: App, viewer: Viewer, query: RangeQuery & FilterQuery): Promise<AccountPage> {
  const shown = await getShownOfAccount(app, viewer.id, query);
  const ids = shown.statistics.links.map(({ value }) => value);
  return { hopUrl: app.config.hopUrl, shown, subjects: await nameSubjects(app, viewer.id, ids) };
}

async function narrow(app: App, { id }: Viewer, query: RangeQuery & FilterQuery) {
  const { since } = await accountTotal(app, id);
  const range = chooseRange(app.clock.now(), since ?? app.clock.now(), query);
  return { range, ...(await filterAccount(app, id, ofAccount(id), range, query)) };
}
