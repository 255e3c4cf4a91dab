import type { Upload } from '../../platform/http/endpoint.ts';
import { shapeCheck } from '../../platform/http/input/validation.ts';
import { checkbox, selectField } from '../../web/components/fields/choice-field.ts';
import { fileField } from '../../web/components/fields/file-field.ts';
import { textArea, textField } from '../../web/components/fields/text-field.ts';
import type { Html } from '../../web/html.ts';
import { examplesOf, type Tool } from '../tool.ts';

/** A parameter in JSON Schema. */
interface Parameter {
  title?: string;
  description?: string;
  type?: string;
  enum?: readonly string[];
  default?: string | number | boolean;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  contentEncoding?: string;
  contentMediaType?: string;
}

export const parametersOf = ({ input }: Tool): [string, Parameter][] =>
  Object.entries(input.properties as Record<string, Parameter>);

export const isFile = ({ contentEncoding }: Parameter) => contentEncoding === 'base64';

/** Returns the initial values of a form. */
export const initialOf = (tool: Tool): Record<string, unknown> => examplesOf(tool.input);

/** Returns the values of a form with errors: what was sent, and nothing of the example. */
export const sentOf = (tool: Tool, form: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...Object.fromEntries(parametersOf(tool).map(([name, parameter]) => [name, parameter.default])),
  ...form,
});

const checks = new WeakMap<Tool, (value: unknown) => void>();

/**
 * Parses a tool's input from a form or a query, and the paths of its uploads. Empty numbers and missing fields get their defaults, but
 * unchecked boxes are missing from a form. Throws a `Problem` that names the invalid fields.
 */
export function parseToolForm(
  tool: Tool,
  form: Readonly<Record<string, unknown>>,
  uploads?: readonly Upload[],
): { input: Record<string, unknown>; files: Record<string, string> } {
  const input: Record<string, unknown> = {};
  const files: Record<string, string> = {};
  for (const [name, parameter] of parametersOf(tool)) {
    const value = form[name];
    const upload = uploads?.find(({ field }) => field === name);
    if (parameter.type === 'boolean' && (uploads || value !== undefined))
      input[name] = value !== undefined && value !== false && value !== 'false';
    else if (upload?.file !== undefined) {
      // The file itself is read where it is worked on.
      input[name] = '';
      files[name] = upload.file;
    } else if (value !== undefined && (value !== '' || (parameter.type === 'string' && !isFile(parameter))))
      input[name] = typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value;
  }
  const check = checks.get(tool) ?? shapeCheck(tool.input, 'query');
  checks.set(tool, check);
  check(input);
  return { input, files };
}

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
