import type { Operation, Reference, Schema } from './described.ts';

export interface Field {
  name: string;
  place?: string;
  type: string;
  required: boolean;
  description: string;
}

/** Maximum depth of listed nested fields. The example shows deeper ones. */
const maxDepth = 2;

/** Path, query and header parameters. */
export const parameterFields = ({ parameters }: Operation, { resolve }: Reference): Field[] =>
  parameters.map(({ name, in: place, required = false, description, schema = {} }) => ({
    name,
    place,
    required,
    type: typeOf(schema),
    description: describe(resolve(schema), description),
  }));

/** The body's fields, with nested fields by their full names: `device.model`. */
export function bodyFields({ body }: Operation, reference: Reference): Field[] {
  return body?.schema ? fieldsOf(body.schema, reference, '', 1) : [];
}

function fieldsOf(schema: Schema, reference: Reference, prefix: string, depth: number): Field[] {
  const { properties = {}, required = [], allOf, anyOf, oneOf } = reference.resolve(schema);
  const own = Object.entries(properties).flatMap(([key, value]) => {
    const name = prefix + key;
    const field = {
      name,
      required: required.includes(key),
      type: typeOf(value),
      description: describe(reference.resolve(value)),
    };
    const inner = depth < maxDepth && !value.$ref ? fieldsOf(value, reference, `${name}.`, depth + 1) : [];
    return [field, ...inner];
  });
  const parts = [...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? [])];
  const ofParts = parts.flatMap((part) => fieldsOf(part, reference, prefix, depth));
  const byName = new Map([...ofParts, ...own].map((field) => [field.name, field]));
  return [...byName.values()];
}

/** Formats a type: `array of Link`, `"asc" or "desc"`. */
function typeOf(schema: Schema): string {
  const { $ref, type, items, anyOf, oneOf, format } = schema;
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? '';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  const parts = anyOf ?? oneOf;
  if (parts) return [...new Set(parts.map(typeOf))].join(' or ');
  if (items) return `array of ${typeOf(items)}`;
  const plain = [type ?? 'any'].flat().join(' or ');
  return format === undefined ? plain : `${plain} (${format})`;
}

function describe(schema: Schema, description = schema.description): string {
  const { default: fallback, minimum, maximum, maxLength, maxItems } = schema;
  const limits = [
    fallback !== undefined && fallback !== '' && `Default: ${JSON.stringify(fallback)}.`,
    minimum !== undefined && `At least ${minimum}.`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `At most ${maximum}.`,
    maxLength !== undefined && `At most ${maxLength} characters.`,
    maxItems !== undefined && `At most ${maxItems} items.`,
  ];
  const text = description?.trim() ?? '';
  const ended = text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
  return [ended, ...limits].filter(Boolean).join(' ');
}
