import { card } from '../../../web/components/card.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { settings } from '../../components/settings-frame.ts';

export function profileView(state: FormState): View {
  const field = bind(state);
  return settings(
    'Profile',
    '/settings',
    card({
      title: 'Profile',
      lead: 'Shown next to your posts and on your profile.',
      body: form({
        action: '/settings',
        state,
        submit: 'Save',
        body: html`${textField({ ...field('first_name'), label: 'First name', autocomplete: 'given-name', maxlength: 64, required: true })}
        ${textField({ ...field('last_name'), label: 'Last name', autocomplete: 'family-name', maxlength: 64, required: true })}
        ${textArea({ ...field('biography'), label: 'About you', rows: 4, maxlength: 1000 })}`,
      }),
    }),
  );
}
