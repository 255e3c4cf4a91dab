import { t } from '../../../kernel/translation/translate.ts';
import { switchField } from '../../../web/components/fields/choice-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';

/** The form fields of a campaign. */
export function campaignFields(state: FormState, hopUrl: string, slugHint: string): Html {
  const field = bind(state);
  const { value, ...shared } = field('public');
  return html`${textField({
    ...field('name'),
    label: t('Name'),
    required: true,
    placeholder: t('Spring sale'),
    autocomplete: 'off',
    maxlength: 100,
  })}
  ${textField({
    ...field('slug'),
    label: t('Rotator URL'),
    required: false,
    prefix: `${hopUrl.replace(/^https?:\/\//, '')}/r/`,
    hint: slugHint,
    placeholder: 'spring-sale',
    autocomplete: 'off',
    mono: true,
    maxlength: 60,
  })}
  ${switchField({
    ...shared,
    label: t('Public'),
    hint: t('Anyone can use the rotator and see the list of links.'),
    checked: value !== undefined,
  })}`;
}
