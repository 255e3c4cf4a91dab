import { Type } from 'typebox';
import { hours } from '../../../kernel/time.ts';
import { refused } from '../../../web/refused.ts';
import { page, redirect } from '../../../platform/http/endpoint.ts';
import { appeal } from './appeal.ts';
import { reportLink } from './report-link.ts';
import { reportCategories, type ReportCategory } from './report.ts';
import { appealedView, appealView, reportedView, reportView } from '../views/report-view.ts';

const text = (maxLength: number) => Type.String({ maxLength });
const limit = { by: ['address'], calls: 20, within: hours(1) } as const;

/** Public pages for reports and appeals. */
export const safetyPublicPages = [
  page({
    method: 'GET',
    path: '/report',
    access: 'anyone',
    query: Type.Object({ link: Type.Optional(text(2000)) }),
    handle: ({ app, query }) => reportView({ values: { link: query.link } }, app.config.hopUrl),
  }),
  page({
    method: 'POST',
    path: '/report',
    access: 'anyone',
    limit,
    body: Type.Object({
      link: text(2000),
      category: Type.Enum(Object.keys(reportCategories()) as ReportCategory[]),
      reason: Type.Optional(text(8000)),
      contact: Type.Optional(text(1000)),
    }),
    handle: async ({ app, viewer, client, body }) => {
      const { link, category, reason = '', contact = '' } = body;
      const reporter = { accountId: viewer?.id, address: client.address };
      await reportLink(app, reporter, { link, category, reason, contact });
      return redirect('/report/thanks');
    },
    again: ({ app, body }, problem) =>
      reportView(refused({ category: '', ...body }, problem), app.config.hopUrl),
  }),
  page({ method: 'GET', path: '/report/thanks', access: 'anyone', handle: () => reportedView() }),
  page({
    method: 'GET',
    path: '/appeal',
    access: 'anyone',
    query: Type.Object({ link: Type.Optional(text(2000)) }),
    handle: ({ query }) => appealView({ values: { link: query.link } }),
  }),
  page({
    method: 'POST',
    path: '/appeal',
    access: 'anyone',
    limit,
    body: Type.Object({ link: text(2000), message: text(16_000), contact: text(1000) }),
    handle: async ({ app, body }) => {
      await appeal(app, body);
      return redirect('/appeal/thanks');
    },
    again: ({ body }, problem) => appealView(refused(body, problem)),
  }),
  page({ method: 'GET', path: '/appeal/thanks', access: 'anyone', handle: () => appealedView() }),
];
