import { inSentence, t } from '../../../kernel/translation/translate.ts';
import { checkbox } from '../../../web/components/fields/choice-field.ts';
import { fileField, pictureTypes } from '../../../web/components/fields/file-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';

/**
 * Fields for a picture, either uploaded or at an external URL. `current` is the URL of the current picture.
 */
export function pictureFields(options: {
  state: FormState;
  name: string;
  label: string;
  hint: string;
  current: string | null;
  isRemovable: boolean;
}): Html {
  const { state, name, label, hint, current, isRemovable } = options;
  const field = bind(state);
  return html`${fileField({
    name,
    error: state.errors?.[name],
    label,
    hint,
    accept: pictureTypes,
    current,
  })}
  ${textField({
    ...field(`${name}_address`),
    label: t('Or image URL'),
    required: false,
    type: 'url',
    placeholder: 'https://',
    autocomplete: 'off',
  })}
  ${isRemovable && current !== null && checkbox({ name: `remove_${name}`, label: t('Remove {label}', { label: inSentence(label) }) })}`;
}
