import { msg, invalid } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import { Id } from '../../kernel/input.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { type FormState, refused } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { addReport, getReportable } from './reports.ts';
import {
  addReportCategory,
  hideReportCategory,
  listReportCategories,
  updateReportCategory,
} from './categories.ts';
import { parseSubject } from './api.ts';
import { reasonsView, reportFormView } from './views.ts';

const member = pagesFor('member');
const operator = pagesFor('operator');
const What = { handle: Type.String({ maxLength: 40 }), id: Id };

async function show(
  app: App,
  viewer: Viewer,
  what: { handle: string; id: string },
  state: FormState = {},
): Promise<View> {
  return reportFormView({
    ...what,
    thing: await getReportable(app, viewer, parseSubject(what.handle), what.id),
    categories: await listReportCategories(app),
    state,
  });
}

const showReasons = async (app: App, state: FormState = {}): Promise<View> =>
  reasonsView(await listReportCategories(app, { all: true }), state);

const saved = () => ({ kind: 'success', text: t('Saved') }) as const;
const Reason = {
  title: Type.String({ maxLength: 100 }),
  description: Type.String({ maxLength: 300, default: '' }),
  position: Type.Integer({ minimum: 0, maximum: 100_000, default: 0 }),
};

export const reportPages = [
  member.get({
    path: '/report',
    query: Type.Object(What),
    handle: ({ app, viewer, query }) => show(app, viewer, query),
  }),
  member.post({
    path: '/report',
    verb: addReport,
    body: Type.Object({
      ...What,
      category: Type.String({ maxLength: 60, default: '' }),
      reason: Type.String({ maxLength: 20_000, default: '' }),
    }),
    handle: async ({ app, viewer, body }) => {
      if (body.category === '') throw invalid('category', msg('Choose a reason'));
      const reportee = parseSubject(body.handle);
      const { href } = await getReportable(app, viewer, reportee, body.id);
      const isFirst = await addReport(app, viewer, { ...body, ...reportee });
      const text = isFirst ? t('Thank you. A moderator will review it.') : t('You already reported this');
      return redirect(href, { kind: isFirst ? 'success' : 'info', text });
    },
    again: ({ app, viewer, body }, problem) =>
      show(app, viewer, { handle: String(body.handle), id: String(body.id) }, refused(body, problem)),
  }),
  operator.get({
    path: '/operator/reasons',
    handle: ({ app }) => showReasons(app),
  }),
  operator.post({
    path: '/operator/reasons',
    verb: addReportCategory,
    body: Type.Object({
      ...Reason,
      id: Type.Optional(Id),
      name: Type.String({ maxLength: 60, default: '' }),
    }),
    handle: async ({ app, viewer, body }) => {
      if (body.id === undefined) await addReportCategory(app, viewer, body);
      else await updateReportCategory(app, viewer, body.id, body);
      return redirect('/operator/reasons', saved());
    },
    again: ({ app, body }, problem) => showReasons(app, refused(body, problem)),
  }),
  operator.post({
    path: '/operator/reasons/hide',
    verb: hideReportCategory,
    body: Type.Object({ id: Id, hidden: Type.Enum(['yes', 'no']) }),
    handle: async ({ app, viewer, body }) => {
      await hideReportCategory(app, viewer, body.id, body.hidden === 'yes');
      return redirect('/operator/reasons', saved());
    },
    again: ({ app, body }, problem) => showReasons(app, refused(body, problem)),
  }),
];
