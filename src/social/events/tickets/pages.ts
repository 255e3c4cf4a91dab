import { Type } from 'typebox';
import { ById, Id } from '../../../kernel/input.ts';
import { Problem } from '../../../kernel/problem.ts';
import type { App, Viewer } from '../../../platform/app.ts';
import { pagesFor, redirect } from '../../../platform/http/endpoint.ts';
import { type FormState, refused } from '../../../web/form.ts';
import { t } from '../../../web/translation/translate.ts';
import { pathOfEvent } from '../event.ts';
import { type Admission, checkIn, getAdmission, getHosted, undoCheckIn } from './tickets.ts';
import { checkInView } from './views.ts';

const member = pagesFor('member');
const OfCode = Type.Object({ code: Type.String({ maxLength: 40, default: '' }) });

async function showCheckIn(
  app: App,
  viewer: Viewer,
  id: string,
  { code = '', dateId, state = {} }: { code?: string; dateId?: string | undefined; state?: FormState },
) {
  let found: Admission | undefined;
  let shownState = state;
  if (code !== '')
    try {
      found = await getAdmission(app, viewer, id, code);
    } catch (error) {
      if (!(error instanceof Problem) || error.field !== 'code') throw error;
      shownState = { values: { code }, errors: { code: t(error.text) }, ...state };
    }
  return checkInView(await getHosted(app, viewer, id, found?.date.id ?? dateId), {
    found,
    state: shownState,
  });
}

const backTo = (id: string, code: string, text: string) =>
  redirect(`${pathOfEvent({ id })}/check-in?code=${encodeURIComponent(code)}`, { kind: 'success', text });

export const ticketPages = [
  member.get({
    path: '/events/:id/check-in',
    params: ById,
    query: Type.Object({ ...OfCode.properties, date: Type.Optional(Id) }),
    handle: ({ app, viewer, params, query }) =>
      showCheckIn(app, viewer, params.id, { code: query.code, dateId: query.date }),
  }),
  member.post({
    path: '/events/:id/check-in',
    verb: checkIn,
    params: ById,
    body: OfCode,
    handle: async ({ app, viewer, params, body }) => {
      const { code, person } = await checkIn(app, viewer, params.id, body.code);
      return backTo(params.id, code, t('{name} is checked in', { name: person.name }));
    },
    again: ({ app, viewer, params, body }, problem) =>
      showCheckIn(app, viewer, params.id, { state: refused(body, problem) }),
  }),
  member.post({
    path: '/events/:id/check-in/undo',
    verb: undoCheckIn,
    params: ById,
    body: OfCode,
    handle: async ({ app, viewer, params, body }) => {
      const { code } = await undoCheckIn(app, viewer, params.id, body.code);
      return backTo(params.id, code, t('Check-in taken back'));
    },
  }),
];
