import { linkButton } from '../../../web/components/button.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { buttonForm } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

/** Asks once more, since mail programs follow links by themselves. */
export const unsubscribeView = (token: string): View => ({
  title: 'No more mail',
  shape: 'plain',
  body: html`${pageHeader({
    title: 'No more mail?',
    lead: 'You will get no mail about what happens here. Mail about your account’s safety still comes.',
  })}
  ${buttonForm({ to: '/notifications/unsubscribe', label: 'Send me no more mail', kind: 'primary', fields: { token } })}`,
});

export const unsubscribedView: View = {
  title: 'No more mail',
  shape: 'plain',
  body: html`${pageHeader({
    title: 'No more mail',
    lead: 'You will get no more mail about what happens here. You can change that in your settings.',
  })}
  ${linkButton({ label: 'To the settings', href: '/settings/notifications' })}`,
};
