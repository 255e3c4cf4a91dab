import { t } from '../../../kernel/translation/translate.ts';
import { card } from '../../../web/components/card.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, form, type FormState } from '../../../web/form.ts';
import { html } from '../../../web/html.ts';
import type { View } from '../../../web/view.ts';
import { settings } from '../../components/settings-frame.ts';

export function profileView(state: FormState): View {
  const field = bind(state);
  return settings(
    t('Profile'),
    '/settings',
    card({
      title: t('Profile'),
      lead: t('Shown next to your posts and on your profile.'),
      body: form({
        action: '/settings',
        state,
        submit: t('Save'),
        body: html`${textField({
          ...field('first_name'),
          label: t('First name'),
          autocomplete: 'given-name',
          maxlength: 64,
          required: true,
        })}
        ${textField({ ...field('last_name'), label: t('Last name'), autocomplete: 'family-name', maxlength: 64, required: false })}
        ${textArea({ ...field('biography'), label: t('About you'), rows: 4, maxlength: 1000 })}`,
      }),
    }),
  );
}
