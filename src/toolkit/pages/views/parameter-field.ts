import { checkbox, selectField } from '../../../web/components/fields/choice-field.ts';
import { fileField } from '../../../web/components/fields/file-field.ts';
import { textArea, textField } from '../../../web/components/fields/text-field.ts';
import type { Html } from '../../../web/html.ts';
import { isFile, type Parameter } from '../parse-form.ts';

interface State {
  value: unknown;
  error: string | undefined;
  secret: boolean;
}

/** Minimum length for a text to be multi-line. */
const longLine = 4096;

/** The form control for a parameter's schema. */
export function parameterField(name: string, parameter: Parameter, { value, error, secret }: State): Html {
  const { title: label = name, description: hint } = parameter;
  const options = { name, label, error, ...(hint && { hint }) };
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  // The description is for API clients.
  if (isFile(parameter)) return fileField({ name, label, error, accept: parameter.contentMediaType ?? '' });
  if (parameter.enum)
    return selectField({
      ...options,
      value: text,
      choices: parameter.enum.map((each) => ({ value: each, label: each })),
    });
  if (parameter.type === 'boolean') return checkbox({ ...options, checked: isOn(value) });
  if (parameter.type === 'number' || parameter.type === 'integer')
    return textField({
      ...options,
      required: true,
      type: 'number',
      value: text,
      step: parameter.type === 'integer' ? 1 : 'any',
      ...(parameter.minimum !== undefined && { min: parameter.minimum }),
      ...(parameter.maximum !== undefined && { max: parameter.maximum }),
    });
  if ((parameter.maxLength ?? 0) >= longLine || text.includes('\n'))
    return textArea({ ...options, value: text, rows: 6, mono: true });
  return textField({
    ...options,
    value: text,
    mono: true,
    ...(parameter.maxLength !== undefined && { maxlength: parameter.maxLength }),
    ...(secret && { autocomplete: 'off' }),
  });
}

const isOn = (value: unknown) => value === true || (typeof value === 'string' && value !== 'false');
