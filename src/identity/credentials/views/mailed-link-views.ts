import { t } from '../../../kernel/translation/translate.ts';
import { linkButton } from '../../../web/components/button.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { buttonForm } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

/** A button, because mail programs prefetch links. */
export const confirmPasswordView = (token: string): View => ({
  title: t('Confirm new password'),
  shape: 'plain',
  body: html`${pageHeader({
    title: t('Confirm new password'),
    lead: t('A program that uses your API key requested a new password. All sessions end when you confirm.'),
  })}
  ${buttonForm({ to: '/settings/password/confirm', label: t('Change password'), kind: 'primary', fields: { token } })}`,
});

export const undoEmailView = (token: string, email: string): View => ({
  title: t('Undo email change'),
  shape: 'plain',
  body: html`${pageHeader({
    title: t('Undo email change'),
    lead: html`This restores <b>${email}</b> as the email address of your account. All sessions, API keys,
      passkeys, connected apps and agents are removed, and you choose a new password.`,
  })}
  ${buttonForm({ to: '/settings/email/undo', label: t('Restore email address'), kind: 'primary', fields: { token } })}`,
});

export const linkExpiredView = (): View => ({
  title: t('Link expired'),
  shape: 'plain',
  body: html`${pageHeader({ title: t('Link expired'), lead: t('This link has expired or was already used.') })}
  ${linkButton({ label: t('Go to settings'), href: '/settings/credentials' })}`,
});
