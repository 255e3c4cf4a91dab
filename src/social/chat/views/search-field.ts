import { textField } from '../../../web/components/fields/text-field.ts';
import type { Html } from '../../../web/html.ts';

/** The field of a search in a row with its button. */
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
