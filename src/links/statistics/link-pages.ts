import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { nothing } from '../../web/html.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { clickTotals } from '../clicks/statistics/click-totals.ts';
import { ofLink } from '../clicks/roll-ups.ts';
import { addressesOf } from './addresses.ts';
import { linkDimensions } from './dimensions.ts';
import { csvDownload } from './download.ts';
import { filterLink } from './filters/filters.ts';
import { By, LinkCsvQuery, LinkPagedQuery, LinkQuery, LinkSeenQuery } from './requests/page-shapes.ts';
import { Id } from '../owned/api.ts';
import { chooseRange } from './requests/range.ts';
import { getShownOfLink } from './get-shown.ts';
import { setStatisticsPublic } from './set-statistics-public.ts';
import { showDimension } from './show-dimension.ts';
import { getSubject } from './subject.ts';
import { nameOfSubject } from './views/subject-entry.ts';
import { subjectFrame } from './components/subject-statistics.ts';
import { subjectView } from './views/subject-view.ts';

/** Additional statistics pages of a link, bio page or QR code. */
export const linkStatisticsPages = [
  page({
    method: 'GET',
    path: '/dashboard/statistics/:id',
    access: 'member',
    params: Id,
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
    params: Id,
    query: LinkSeenQuery,
    handle: async ({ app, viewer, params, query }) => {
      const subject = await getSubject(app, viewer, String(params.id));
      const totals = await clickTotals(app, [subject.id]);
      if (String(totals.get(subject.id)?.clicks) === query.seen) return nothing;
      return subjectFrame(subject, await getShownOfLink(app, subject, query));
    },
  }),
  page({
    method: 'GET',
    path: '/dashboard/statistics/:id/by/:dimension',
    access: 'member',
    params: Type.Object({ ...Id.properties, dimension: By }),
    query: LinkPagedQuery,
    handle: async ({ app, viewer, params, query }) => {
      const subject = await getSubject(app, viewer, String(params.id));
      return showDimension(app, viewer.id, {
        ...filterLink(ofLink(subject.id), query),
        name: nameOfSubject(app.config.hopUrl, subject),
        purpose: subject.purpose,
        section: subject.purpose === 'link' ? 'links' : 'statistics',
        addresses: addressesOf(subject),
        known: linkDimensions,
        dimension: params.dimension,
        range: chooseRange(app.clock.now(), subject.createdAt, query),
        page: query.page,
      });
    },
  }),
  page({
    method: 'GET',
    path: '/dashboard/links/:id/statistics.csv',
    access: 'member',
    params: Id,
    query: LinkCsvQuery,
    handle: async ({ app, viewer, params, query }) => {
      const subject = await getSubject(app, viewer, String(params.id));
      return csvDownload(app, viewer.id, {
        ...filterLink(ofLink(subject.id), query),
        name: subject.alias,
        range: chooseRange(app.clock.now(), subject.createdAt, query),
        by: query.by,
      });
    },
  }),
  page({
    method: 'POST',
    path: '/dashboard/statistics/:id/public',
    access: 'member',
    params: Id,
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
