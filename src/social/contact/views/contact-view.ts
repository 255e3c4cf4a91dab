import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { pageHeader } from '../../../web/components/page-header.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';

export function contactView(state: FormState): View {
  const field = bind(state);
  return {
    title: 'Contact',
    description: 'Write to whoever runs this place',
    body: html`${pageHeader({ title: 'Contact', lead: 'Your message goes to whoever runs this place.' })}
    ${form({
      action: '/contact',
      state,
      submit: 'Send',
      busyLabel: 'Sending',
      body: html`${textField({ ...field('name'), label: 'Your name', autocomplete: 'name', maxlength: 100, required: true })}
      ${textField({
        ...field('email'),
        label: 'Your email address',
        hint: 'Where the answer goes. It is used for nothing else.',
        type: 'email',
        autocomplete: 'email',
        required: true,
      })}
      ${textField({ ...field('subject'), label: 'Subject', maxlength: 200, required: true })}
      ${textArea({ ...field('message'), label: 'Message', rows: 7, maxlength: 5000, required: true })}`,
    })}`,
  };
}
