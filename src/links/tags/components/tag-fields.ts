import { t } from '../../../kernel/translation/translate.ts';
import { textField } from '../../../web/components/fields/text-field.ts';
import { bind, type FormState } from '../../../web/form.ts';
import { html, type Html } from '../../../web/html.ts';
import { colorSpot } from '../../channels/components/channel-fields.ts';
import type { Tag } from '../tag.ts';

export function tagFields(state: FormState): Html {
  const field = bind(state);
  return html`${textField({
    ...field('name'),
    label: t('Name'),
    required: true,
    placeholder: 'print',
    autocomplete: 'off',
    maxlength: 50,
  })}
  ${textField({ ...field('color'), value: state.values?.color ?? '#2a8f64', label: t('Color'), type: 'color' })}`;
}

/** The badge of a tag, which links to its links. */
export const tagBadge = ({ name, color }: Pick<Tag, 'name' | 'color'>): Html =>
  html`<a class="badge tag" href="/dashboard?tag=${encodeURIComponent(name)}">${colorSpot(color)}${name}</a>`;
