import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { refused } from '../../web/refused.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { requestReset } from './request-reset.ts';
import { endEverything } from '../sessions/end-access.ts';
import { EndFields, parseEndFields } from '../sessions/requests/end-fields.ts';
import { resetPassword } from './reset-password.ts';
import { forgotView, resetView } from './views/reset-views.ts';

const text = (maxLength = 300) => Type.String({ maxLength, default: '' });

/** Pages to reset a forgotten password with a mailed code. The same on both services. */
export const resetPages = [
  page({
    method: 'GET',
    path: '/forgot',
    access: 'anyone',
    query: Type.Object({ email: text() }),
    handle: ({ query }) => forgotView({ values: query }),
  }),
  page({
    method: 'POST',
    path: '/forgot',
    access: 'anyone',
    body: Type.Object({ email: text() }),
    handle: async ({ app, client, body }) => {
      await requestReset(app, body.email, client);
      return redirect(`/forgot/code?email=${encodeURIComponent(body.email.trim())}`);
    },
    again: ({ body }, problem) => forgotView(refused(body, problem)),
  }),
  page({
    method: 'GET',
    path: '/forgot/code',
    access: 'anyone',
    query: Type.Object({ email: text() }),
    handle: ({ query }) => resetView({ values: query }, endEverything),
  }),
  page({
    method: 'POST',
    path: '/forgot/code',
    access: 'anyone',
    body: Type.Object({ email: text(), reset_key: text(), password: text(), confirm: text(), ...EndFields }),
    handle: async ({ app, client, body }) => {
      await resetPassword(app, { ...body, code: body.reset_key, end: parseEndFields(body) }, client.address);
      return redirect('/signin', {
        kind: 'success',
        text: t('Password changed. Sign in with your new password.'),
      });
    },
    again: ({ body }, problem) => {
      const { email, reset_key } = body;
      return resetView(refused({ email, reset_key }, problem), parseEndFields(body));
    },
  }),
];
