import { msg, Problem } from '../../kernel/problem.ts';
import { t } from '../../web/translation/translate.ts';
import { Type } from 'typebox';
import { ById } from '../../kernel/input.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { type FormState, refused } from '../../web/form.ts';
import type { View } from '../../web/html.ts';
import { pagesFor, redirect } from '../../platform/http/endpoint.ts';
import { addAppeal, getDecision, listDecisions } from './appeals.ts';
import { checkAppealToken } from '../cases/effects.ts';
import { appealsView, appealView } from './views.ts';

const member = pagesFor('member');
const anyone = pagesFor('anyone');
const Token = Type.Object({ token: Type.Optional(Type.String({ maxLength: 200 })) });

/** Returns the account that appeals: the signed-in viewer, or the one named by the link in the email. */
async function getAppellant(
  app: App,
  viewer: Viewer | undefined,
  id: string,
  token?: string,
): Promise<string> {
  if (token !== undefined) {
    checkAppealToken(app, id, token);
    return (await getDecision(app, id)).accountId;
  }
  if (!viewer) throw new Problem('unauthenticated', msg('Sign in, or use the link in the email'));
  return viewer.id;
}

async function show(
  app: App,
  viewer: Viewer | undefined,
  { id, token, state = {} }: { id: string; token?: string | undefined; state?: FormState },
): Promise<View> {
  const accountId = await getAppellant(app, viewer, id, token);
  return appealView(await getDecision(app, id, accountId), token, state);
}

export const appealPages = [
  member.get({
    path: '/appeals',
    handle: async ({ app, viewer }) => appealsView(await listDecisions(app, viewer.id), {}),
  }),
  anyone.get({
    path: '/appeals/:id',
    params: ById,
    query: Token,
    handle: ({ app, viewer, params, query }) => show(app, viewer, { ...params, ...query }),
  }),
  anyone.post({
    path: '/appeals/:id',
    verb: addAppeal,
    params: ById,
    query: Token,
    body: Type.Object({ text: Type.String({ maxLength: 20_000, default: '' }) }),
    handle: async ({ app, viewer, params, query, body }) => {
      await addAppeal(app, await getAppellant(app, viewer, params.id, query.token), params.id, body.text);
      const to = query.token === undefined ? '/appeals' : `/appeals/${params.id}?token=${query.token}`;
      return redirect(to, { kind: 'success', text: t('Appeal sent') });
    },
    again: ({ app, viewer, params, query, body }, problem) =>
      show(app, viewer, { ...params, ...query, state: refused(body, problem) }),
  }),
];
