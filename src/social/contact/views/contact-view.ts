import { t } from '../../../kernel/translation/translate.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

export function contactView(state: FormState): View {
  const field = bind(state);
  return {
    title: t('Contact'),
    description: t('Contact the operators'),
    body: html`${pageHeader({ title: t('Contact'), lead: t('Your message goes to the operators of this site.') })}
    ${form({
      action: '/contact',
      state,
      submit: t('Send'),
      busyLabel: t('Sending'),
      body: html`${textField({ ...field('name'), label: t('Your name'), autocomplete: 'name', maxlength: 100, required: true })}
      ${textField({
        ...field('email'),
        label: t('Your email address'),
        hint: t('Only used to reply to you.'),
        type: 'email',
        autocomplete: 'email',
        required: true,
      })}
      ${textField({ ...field('subject'), label: t('Subject'), maxlength: 200, required: true })}
      ${textArea({ ...field('message'), label: t('Message'), rows: 7, maxlength: 5000, required: true })}`,
    })}`,
  };
}
