import { textField } from '../../web/components/fields/text-field.ts';
import type { Html } from '../../web/html.ts';

/** Which place an entry has in a list that the operator puts in order. */
export const positionField = (options: { id: string; label: string; value: number }): Html =>
  textField({ ...options, name: 'position', hideLabel: true, type: 'number', min: 0 });
