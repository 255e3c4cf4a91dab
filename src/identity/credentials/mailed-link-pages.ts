import { Type } from 'typebox';
import { minutes } from '../../kernel/time.ts';
import { t } from '../../web/translation/translate.ts';
import { page, redirect } from '../../platform/http/endpoint.ts';
import { linkButton } from '../../web/components/controls.ts';
import { pageHeader } from '../../web/components/surfaces.ts';
import { buttonForm } from '../../web/form.ts';
import { html, type View } from '../../web/html.ts';
import { undoEmail } from './email.ts';
import { findMailedLink } from './mailed-links.ts';
import { confirmPasswordChange } from './password.ts';

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
    verb: confirmPasswordChange,
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
    verb: undoEmail,
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

/** A button, because mail programs prefetch links. */
const confirmPasswordView = (token: string): View => ({
  title: t('Confirm new password'),
  shape: 'plain',
  body: html`${pageHeader({
    title: t('Confirm new password'),
    lead: t('A program that uses your API key requested a new password. All sessions end when you confirm.'),
  })}
  ${buttonForm({ to: '/settings/password/confirm', label: t('Change password'), kind: 'primary', fields: { token } })}`,
});

const undoEmailView = (token: string, email: string): View => ({
  title: t('Undo email change'),
  shape: 'plain',
  body: html`${pageHeader({
    title: t('Undo email change'),
    lead: html`This restores <b>${email}</b> as the email address of your account. All sessions, API keys,
      passkeys, connected apps and agents are removed, and you choose a new password.`,
  })}
  ${buttonForm({ to: '/settings/email/undo', label: t('Restore email address'), kind: 'primary', fields: { token } })}`,
});

const linkExpiredView = (): View => ({
  title: t('Link expired'),
  shape: 'plain',
  body: html`${pageHeader({ title: t('Link expired'), lead: t('This link has expired or was already used.') })}
  ${linkButton({ label: t('Go to settings'), href: '/settings/credentials' })}`,
});
