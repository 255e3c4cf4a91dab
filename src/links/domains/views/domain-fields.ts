import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';

/** Where visitors without a link go. */
export function redirectFields(state: FormState): Html {
  const field = bind(state);
  return html`${textField({
    ...field('redirectroot'),
    label: 'Visitors who ask for no link go to',
    required: false,
    type: 'url',
    placeholder: 'https://example.com',
    autocomplete: 'off',
  })}
  ${textField({
    ...field('redirect404'),
    label: 'Visitors whose link is not there go to',
    required: false,
    type: 'url',
    placeholder: 'https://example.com/not-found',
    hint: 'Left empty, they see a page that says so.',
    autocomplete: 'off',
  })}`;
}
