import { textField } from '../../web/components/fields/text-field.ts';
import type { Html } from '../../web/html.ts';

/** The position of an entry in a list that operators order. */
export const positionField = (options: { id: string; label: string; value: number }): Html =>
  textField({ ...options, name: 'position', hideLabel: true, type: 'number', min: 0 });
