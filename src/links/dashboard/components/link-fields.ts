import { t } from '../../../kernel/translation/translate.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import { bind, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';

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

export const aliasField = (state: FormState, base: string, hint: string): Html =>
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
  ${textField({
    ...field('expiry'),
    label: t('Expires (UTC)'),
    required: false,
    type: 'datetime-local',
    hint: t('After this, visitors see that the link has expired.'),
  })}`;
}
