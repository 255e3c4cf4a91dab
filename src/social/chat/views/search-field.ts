import { textField } from '../../../web/components/fields/text-field.ts';
import type { Html } from '../../../web/html.ts';

/** A search field with its button in one row. */
export const searchField = (label: string, words: string): Html =>
  textField({
    name: 'q',
    label,
    hideLabel: true,
    type: 'search',
    icon: 'search',
    placeholder: label,
    value: words,
    maxlength: 100,
  });
