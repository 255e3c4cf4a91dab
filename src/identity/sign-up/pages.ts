import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { refused } from '../../web/refused.ts';
import { ownPath } from '../account/own-path.ts';
import { isActivated } from '../activation/activate.ts';
import { setSessionCookies } from '../sessions/session-cookies.ts';
import { pageDevice } from '../sessions/sessions.ts';
import { readAsked } from './read-asked.ts';
import { signUp } from './sign-up.ts';
import { signUpTries } from './sign-up-limits.ts';
import { registerView } from './views/register-view.ts';

const text = (maxLength = 300) => Type.String({ maxLength });

/** Where newcomers make an account. */
export const signUpPages = [
  page({
    method: 'GET',
    path: '/signup',
    access: 'anyone',
    query: Type.Object({ next: Type.Optional(text(8000)), invitation: Type.Optional(text(60)) }),
    handle: async ({ app, viewer, query }) =>
      viewer
        ? redirect('/')
        : registerView(
            { values: { invitation_code: query.invitation } },
            { ...(await readAsked(app)), next: ownPath(query.next) },
          ),
  }),
  page({
    method: 'POST',
    path: '/signup',
    access: 'anyone',
    limit: signUpTries,
    body: Type.Object({
      first_name: text(),
      last_name: text(),
      username: text(),
      email: text(),
      password: text(),
      gender: Type.Optional(text(20)),
      birthdate: Type.Optional(text(20)),
      custom_user_group: Type.Optional(text(20)),
      invitation_code: Type.Optional(text(60)),
      next: Type.Optional(text(8000)),
    }),
    handle: async ({ app, client, body }) => {
      const newcomer = {
        ...body,
        firstName: body.first_name,
        lastName: body.last_name,
        born: { birthdate: body.birthdate },
        userGroupId: body.custom_user_group,
        invitationCode: body.invitation_code,
        answers: body,
      };
      const { accountId: id, token } = await signUp(app, newcomer, pageDevice(client));
      setSessionCookies(client, id, token);
      if (!(await isActivated(app, id))) return redirect('/activate');
      const next = ownPath(body.next);
      // Whoever came for something else goes on to it.
      return redirect(next === '/' ? '/welcome' : next, {
        kind: 'success',
        text: t('Welcome, {first_name}', { first_name: body.first_name.trim() }),
      });
    },
    again: async ({ app, body }, problem) =>
      registerView(refused(body, problem), { ...(await readAsked(app)), next: ownPath(body.next) }),
  }),
];
