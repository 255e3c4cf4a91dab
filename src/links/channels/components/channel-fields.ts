import { t } from '../../../kernel/translation/translate.ts';
import { switchField } from '../../../web/components/fields/choice-field.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';

/** The form fields of a channel. */
export function channelFields(state: FormState): Html {
  const field = bind(state);
  const { value, ...starred } = field('starred');
  return html`${textField({
    ...field('name'),
    label: t('Name'),
    required: true,
    placeholder: t('Newsletter'),
    autocomplete: 'off',
    maxlength: 100,
  })}
  ${textField({
    ...field('description'),
    label: t('Description'),
    required: false,
    autocomplete: 'off',
    maxlength: 500,
  })}
  ${textField({ ...field('color'), value: state.values?.color ?? '#2a8f64', label: t('Color'), type: 'color' })}
  ${switchField({ ...starred, label: t('Star this channel'), checked: value !== undefined })}`;
}

/** A dot in the channel's color. Decorative, next to its name. */
export const colorSpot = (color: string): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="7" fill="${color}" stroke="none" />
  </svg>`;
