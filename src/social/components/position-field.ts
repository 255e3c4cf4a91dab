import { textField } from '../../web/components/fields/text-field.ts';
import type { FormState } from '../../web/form.ts';
import type { Html } from '../../web/html.ts';

/** The position of an entry in a list that operators order. */
export const positionField = ({
  state,
  value,
  ...options
}: {
  id: string;
  label: string;
  value: number;
  state: FormState;
}): Html =>
  textField({
    ...options,
    name: 'position',
    value: state.values?.position ?? value,
    error: state.errors?.position,
    hideLabel: true,
    type: 'number',
    min: 0,
  });
