import { t } from '../../web/translation/translate.ts';
import { textArea, textField } from '../../web/components/fields/text-field.ts';
import { timeZoneField } from '../../web/components/fields/choice-field.ts';
import { bind, type FormState } from '../../web/form.ts';
import { attributes, html, type Html } from '../../web/html.ts';

/** The destination URL, the main field of every link form. */
export const targetField = (state: FormState, options: { autofocus?: boolean } = {}): Html =>
  textField({
    ...bind(state)('url'),
    label: t('Destination URL'),
    type: 'url',
    required: true,
    icon: 'link',
    placeholder: 'https://example.com/a/very/long/page',
    autocomplete: 'off',
    ...options,
  });

/** `isDrawn`: whether a button in the form of the builder fills in a random alias. */
export const aliasField = (state: FormState, base: string, hint: string, isDrawn = false): Html =>
  textField({
    ...bind(state)('custom'),
    label: t('Alias'),
    required: false,
    prefix: `${base.replace(/^https?:\/\//, '')}/`,
    hint,
    placeholder: 'spring-sale',
    autocomplete: 'off',
    mono: true,
    maxlength: 49,
    ...(isDrawn && {
      button: { label: t('Random alias'), icon: 'refresh-cw', action: 'builder#drawAlias' },
    }),
  });

/** Optional fields of a link. */
export function detailFields(state: FormState): Html {
  const field = bind(state);
  return html`${textField({
    ...field('metatitle'),
    label: t('Title'),
    required: false,
    hint: t('Leave empty to use the page’s title.'),
    autocomplete: 'off',
    maxlength: 255,
  })}
  ${textArea({
    ...field('description'),
    label: t('Note'),
    required: false,
    hint: t('Only visible to you.'),
    rows: 2,
  })}
  ${expiryField(field, t('After this, visitors see that the link has expired.'))}`;
}

/**
 * The expiry with its time zone: that of the workspace. Without one, a present expiry is shown in UTC, and for a new
 * one the reader's zone is selected.
 */
export function expiryField(field: ReturnType<typeof bind>, hint?: string): Html {
  const { value } = field('expiry');
  return html`<div
    class="planning"
    ${attributes({ 'data-controller': !value && !field('timezone').value && 'time-zone' })}
  >
    ${textField({
      ...field('expiry'),
      label: t('Expires'),
      required: false,
      type: 'datetime-local',
      ...(hint !== undefined && { hint }),
    })}
    ${timeZoneField(field('timezone'))}
  </div>`;
}
