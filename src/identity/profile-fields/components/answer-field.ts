import { t } from '../../../kernel/translation/translate.ts';
import { checkboxGroup, selectField } from '../../../web/components/fields/choice-field.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, type FormState } from '../../../web/form.ts';
import type { Html } from '../../../web/html.ts';
import { answerName, type ProfileField } from '../profile-field.ts';

/** The form control of a custom profile field. */
export function answerField(field: ProfileField, state: FormState): Html {
  const { name, value, error } = bind(state)(answerName(field.id));
  const common = { name, label: field.label, error, required: field.isRequired };
  const choices = field.options.map((label, index) => ({ value: String(index), label }));
  if (field.kind === 'multipleselectbox')
    return checkboxGroup({ ...common, choices, values: value?.split(',') ?? [] });
  if (field.kind === 'selectbox')
    return selectField({ ...common, value, empty: field.isRequired ? t('Choose one') : t('None'), choices });
  return field.kind === 'textarea'
    ? textArea({ ...common, value, maxlength: field.maxLength })
    : textField({ ...common, value, maxlength: field.maxLength });
}
