import { type Static, Type } from 'typebox';
import { invalid, msg } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { nothing, type View } from '../../web/html.ts';
import { ofAccount, ofLink } from '../clicks/roll-ups.ts';
import { utmFilters } from '../clicks/statistics/filters.ts';
import { accountTotal, clickTotals } from '../clicks/statistics/totals.ts';
import { listChoices } from '../shorten/reading.ts';
import { IdParams } from '../owned/api.ts';
import { getTimeZone } from '../owned/time-zone.ts';
import { nameOfSubject } from './components/entries.ts';
import { subjectFrame, subjectView } from './components/subject-statistics.ts';
import { csvDownload } from './csv.ts';
import { accountDimensions, linkDimensions } from './dimensions.ts';
import { filterAccount, filterLink, type FilterQuery } from './filters.ts';
import { getOwnStatistics, getShownOfAccount, getShownOfLink } from './reading.ts';
import {
  AccountCsvQuery,
  AccountPagedQuery,
  AccountQuery,
  AccountSeenQuery,
  By,
  chooseRange,
  LinkCsvQuery,
  LinkPagedQuery,
  LinkQuery,
  LinkSeenQuery,
  PublicQuery,
  type RangeQuery,
} from './requests.ts';
import {
  addressesOf,
  addressesOfAccount,
  getPublicSubject,
  getSubject,
  nameSubjects,
  setStatisticsPublic,
} from './subject.ts';
import { accountFrame, type AccountPage, accountView, publicView, showDimension } from './views.ts';

/** Statistics of all links of an account. */
const accountPages = [
  page({
    method: 'GET',
    path: '/dashboard/statistics',
    access: 'member',
    query: AccountQuery,
    handle: async ({ app, viewer, query }) =>
      accountView(await getPage(app, viewer, query), {
        ...(await listChoices(app, viewer)),
        hasUtm: app.clickhouse !== undefined,
      }),
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
  const now = app.clock.now();
  const range = chooseRange(now, since ?? now, query, await getTimeZone(app, { id }));
  return { range, ...(await filterAccount(app, id, ofAccount(id), range, query)) };
}

/** Additional statistics pages of a link, bio page or QR code. */
const linkStatisticsPages = [
  page({
    method: 'GET',
    path: '/dashboard/statistics/:id',
    access: 'member',
    params: IdParams,
    query: LinkQuery,
    handle: async ({ app, viewer, params, query }) => {
      const subject = await getSubject(app, viewer, String(params.id));
      if (subject.purpose === 'link') return redirect(addressesOf(subject).page);
      return subjectView(app.config.hopUrl, subject, await getShownOfLink(app, subject, query));
    },
  }),
  page({
    method: 'GET',
    path: '/dashboard/links/:id/statistics',
    access: 'member',
    params: IdParams,
    query: LinkSeenQuery,
    handle: async ({ app, viewer, params, query }) => {
      const subject = await getSubject(app, viewer, String(params.id));
      const totals = await clickTotals(app, [subject.id]);
      if (String(totals.get(subject.id)?.clicks) === query.seen) return nothing;
      return subjectFrame(app.config.hopUrl, subject, await getOwnStatistics(app, viewer, subject, query));
    },
  }),
  page({
    method: 'GET',
    path: '/dashboard/statistics/:id/by/:dimension',
    access: 'member',
    params: Type.Object({ ...IdParams.properties, dimension: By }),
    query: LinkPagedQuery,
    handle: async ({ app, viewer, params, query }) => {
      const subject = await getSubject(app, viewer, String(params.id));
      return showDimension(app, viewer.id, {
        ...filterLink(app, ofLink(subject.id), query),
        name: nameOfSubject(app.config.hopUrl, subject),
        purpose: subject.purpose,
        section: subject.purpose === 'link' ? 'links' : 'statistics',
        addresses: addressesOf(subject),
        known: linkDimensions,
        dimension: params.dimension,
        range: chooseRange(app.clock.now(), subject.createdAt, query, await getTimeZone(app, viewer)),
        page: query.page,
      });
    },
  }),
  page({
    method: 'GET',
    path: '/dashboard/links/:id/statistics.csv',
    access: 'member',
    params: IdParams,
    query: LinkCsvQuery,
    handle: async ({ app, viewer, params, query }) => {
      const subject = await getSubject(app, viewer, String(params.id));
      return csvDownload(app, viewer.id, {
        ...filterLink(app, ofLink(subject.id), query),
        name: subject.alias,
        range: chooseRange(app.clock.now(), subject.createdAt, query, await getTimeZone(app, viewer)),
        by: query.by,
      });
    },
  }),
  page({
    method: 'POST',
    path: '/dashboard/statistics/:id/public',
    verb: setStatisticsPublic,
    access: 'member',
    params: IdParams,
    body: Type.Object({ public: Type.Optional(Type.String()) }),
    handle: async ({ app, viewer, params, body }) => {
      const subject = await getSubject(app, viewer, String(params.id));
      const isPublic = Boolean(body.public);
      await setStatisticsPublic(app, viewer, subject.id, isPublic);
      return redirect(addressesOf(subject).page, {
        kind: 'success',
        text: isPublic ? t('Statistics are now public.') : t('Statistics are now private.'),
      });
    },
  }),
];

const Part = Type.String({ maxLength: 300 });

/** Public statistics, at the address of a link followed by `/stats`. */
const statisticsPublicPages = [
  page({
    method: 'GET',
    path: '/:alias/stats',
    access: 'anyone',
    params: Type.Object({ alias: Part }),
    query: PublicQuery,
    handle: ({ app, params, query }) => show(app, { host: '', alias: params.alias }, query),
  }),
  page({
    method: 'GET',
    path: '/:host/:alias/stats',
    access: 'anyone',
    params: Type.Object({ host: Part, alias: Part }),
    query: PublicQuery,
    // The path of a QR code is `qr/` and its code. Any other prefix of an alias is a branded domain.
    handle: ({ app, params: { host, alias }, query }) =>
      host === 'qr'
        ? show(app, { host: '', alias: `qr/${alias}` }, query)
        : show(app, { host, alias }, query),
  }),
];

/** Filters that are not allowed because the public page does not show these dimensions. */
const notPublic = ['region', 'city', 'variant', 'link', 'tag', 'campaign', 'channel', ...utmFilters] as const;

async function show(
  app: App,
  place: { host: string; alias: string },
  query: Static<typeof PublicQuery>,
): Promise<View> {
  const surplus = notPublic.find((name) => query[name] !== undefined);
  if (surplus) throw invalid(surplus, msg('{surplus} is not part of public statistics', { surplus }));
  const subject = await getPublicSubject(app, place);
  return publicView(app.config.hopUrl, subject, await getShownOfLink(app, subject, query));
}

export const statisticsPages = [...accountPages, ...linkStatisticsPages, ...statisticsPublicPages];
