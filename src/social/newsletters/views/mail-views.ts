import { linkButton } from '../../../web/components/controls.ts';
import { switchField } from '../../../web/components/fields/choice-field.ts';
import { pageHeader } from '../../../web/components/surfaces.ts';
import { form } from '../../../web/form.ts';
import { html, type Html, type View } from '../../../web/html.ts';
import { t } from '../../../web/translation/translate.ts';

/** Asks for confirmation, because mail programs open links themselves. */
export const askConfirmView = (token: string, { title, email }: { title: string; email: string }): View => ({
  title: t('Subscribe to {title}?', { title }),
  shape: 'plain',
  body: html`${pageHeader({
    title: t('Subscribe to {title}?', { title }),
    lead: t('New issues go to {email}.', { email }),
  })}
  ${form({
    action: `/newsletters/confirm?token=${encodeURIComponent(token)}`,
    submit: t('Subscribe'),
    body: trackingField(title),
    answersWithPage: true,
  })}`,
});

/** Whether opens and clicks may be counted. Off unless the reader switches it on. */
export const trackingField = (title: string, checked = false): Html =>
  switchField({
    name: 'tracking',
    label: t('Count my opens and clicks'),
    hint: t('{title} sees how many readers opened an issue or followed a link, not who.', { title }),
    checked,
    required: false,
  });

/** What a reader changes by the link in a mail. */
export const preferencesView = (
  token: string,
  { title, allowsTracking }: { title: string; allowsTracking: boolean },
): View => ({
  title: t('Email preferences'),
  shape: 'plain',
  body: html`${pageHeader({ title: t('Email preferences'), lead: html`<span dir="auto">${title}</span>` })}
  ${form({
    action: `/newsletters/preferences?token=${encodeURIComponent(token)}`,
    submit: t('Save'),
    body: trackingField(title, allowsTracking),
  })}
  ${linkButton({
    label: t('Unsubscribe'),
    href: `/newsletters/unsubscribe?token=${encodeURIComponent(token)}`,
  })}`,
});

export const doneView = (title: string, lead: string, link: { label: string; href: string }): View => ({
  title,
  shape: 'plain',
  body: html`${pageHeader({ title, lead })} ${linkButton(link)}`,
});
