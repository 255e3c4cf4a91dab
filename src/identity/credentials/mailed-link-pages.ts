import { t } from '../../kernel/translation/translate.ts';
import { Type } from 'typebox';
import { minutes } from '../../kernel/time.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { confirmPasswordChange } from './change-password.ts';
import { findMailedLink } from './mailed-links.ts';
import { undoEmail } from './undo-email.ts';
import { confirmPasswordView, linkExpiredView, undoEmailView } from './views/mailed-link-views.ts';

const Token = Type.Object({ token: Type.String({ maxLength: 200, default: '' }) });
const limit = { by: ['address'], calls: 30, within: minutes(5) } as const;

/** Pages for mailed links that confirm or undo a change. The link holder is trusted, signed in or not. */
export const mailedLinkPages = [
  page({
    method: 'GET',
    path: '/settings/password/confirm',
    access: 'anyone',
    limit,
    query: Token,
    handle: async ({ app, query }) =>
      (await findMailedLink(app, 'password', query.token))
        ? confirmPasswordView(query.token)
        : linkExpiredView(),
  }),
  page({
    method: 'POST',
    path: '/settings/password/confirm',
    access: 'anyone',
    limit,
    body: Token,
    handle: async ({ app, body }) => {
      await confirmPasswordChange(app, body.token);
      return redirect('/signin', {
        kind: 'success',
        text: t('Password changed. Sign in with your new password.'),
      });
    },
    again: () => linkExpiredView(),
  }),
  page({
    method: 'GET',
    path: '/settings/email/undo',
    access: 'anyone',
    limit,
    query: Token,
    handle: async ({ app, query }) => {
      const link = await findMailedLink<{ email: string }>(app, 'email-undo', query.token);
      return link ? undoEmailView(query.token, link.detail.email) : linkExpiredView();
    },
  }),
  page({
    method: 'POST',
    path: '/settings/email/undo',
    access: 'anyone',
    limit,
    body: Token,
    handle: async ({ app, body }) => {
      const email = await undoEmail(app, body.token);
      return redirect(`/forgot?email=${encodeURIComponent(email)}`, {
        kind: 'success',
        text: t('Email address restored. Set a new password now.'),
      });
    },
    again: () => linkExpiredView(),
  }),
];
