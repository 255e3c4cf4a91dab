import { t } from '../../../kernel/translation/translate.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';

/** Fields for the redirects of a domain. */
export function redirectFields(state: FormState): Html {
  const field = bind(state);
  return html`${textField({
    ...field('redirectroot'),
    label: t('Root redirect'),
    required: false,
    type: 'url',
    placeholder: 'https://example.com',
    autocomplete: 'off',
  })}
  ${textField({
    ...field('redirect404'),
    label: t('Not-found redirect'),
    required: false,
    type: 'url',
    placeholder: 'https://example.com/not-found',
    hint: t('Leave empty to show a default page.'),
    autocomplete: 'off',
  })}`;
}
