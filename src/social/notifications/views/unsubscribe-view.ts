import { t } from '../../../kernel/translation/translate.ts';
import { linkButton } from '../../../web/components/button.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { buttonForm } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

/** Asks for confirmation, because mail clients prefetch links. */
export const unsubscribeView = (token: string): View => ({
  title: t('Unsubscribed'),
  shape: 'plain',
  body: html`${pageHeader({
    title: t('Unsubscribe?'),
    lead: t('You will no longer get notification emails. Security emails are still sent.'),
  })}
  ${buttonForm({ to: '/notifications/unsubscribe', label: t('Unsubscribe'), kind: 'primary', fields: { token } })}`,
});

export const unsubscribedView = (): View => ({
  title: t('Unsubscribed'),
  shape: 'plain',
  body: html`${pageHeader({
    title: t('Unsubscribed'),
    lead: t('You will no longer get notification emails. You can change this in your settings.'),
  })}
  ${linkButton({ label: t('Go to settings'), href: '/settings/notifications' })}`,
});
