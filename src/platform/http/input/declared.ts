import { Problem, changeMessage, type MessageText } from '../../../kernel/problem.ts';

interface Declared {
  type?: string;
  properties?: Readonly<Record<string, Declared>>;
  patternProperties?: Readonly<Record<string, Declared>>;
  additionalProperties?: unknown;
  items?: Declared;
  anyOf?: readonly Declared[];
  allOf?: readonly Declared[];
}

/**
 * Returns what a schema declares of a valid value, so that parameters and fields that an operation does not
 * declare never reach a handler. Without a schema nothing is declared. A schema that leaves an object open, or a
 * value that is no object, is returned as it is.
 */
export function declaredPart(schema: object | undefined, value: unknown): unknown {
  return schema === undefined ? undefined : pruned(schema, value);
}

function pruned(schema: Declared, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.map((each) => pruned(items, each)) : value;
  }
  const shapes = shapesOf(schema);
  if (shapes.length === 0 || shapes.some(isOpen)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, given]) => {
      const found = shapes.flatMap((shape) => fieldOf(shape, name) ?? []);
      // The variants of a union may declare one name differently.
      const [only, ...others] = found;
      return only ? [[name, pruned(others.length === 0 ? only : { anyOf: found }, given)]] : [];
    }),
  );
}

/** The object shapes that a schema consists of, or chooses from. */
const shapesOf = (schema: Declared): Declared[] => {
  const variants = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...(schema.properties || schema.patternProperties || variants.length === 0 ? [schema] : []),
    ...variants.filter(({ type }) => type === undefined || type === 'object').flatMap(shapesOf),
  ];
};

const isOpen = ({ properties, patternProperties, additionalProperties = false }: Declared) =>
  additionalProperties !== false || !(properties ?? patternProperties);

/** Own properties only: no schema declares `constructor`. */
const fieldOf = (
  { properties = {}, patternProperties = {} }: Declared,
  name: string,
): Declared | undefined =>
  Object.hasOwn(properties, name)
    ? properties[name]
    : Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern, 'u').test(name))?.[1];

/**
 * Renames former field names of older clients to current ones in a parsed body. A field with the current name
 * takes precedence.
 */
export function renameFormer(body: unknown, names: Readonly<Record<string, string>>): void {
  if (typeof body !== 'object' || body === null) return;
  const fields = body as Record<string, unknown>;
  for (const [former, name] of Object.entries(names))
    if (fields[name] === undefined && fields[former] !== undefined) fields[name] = fields[former];
}

/** Renames the error's fields to the caller's names, including in a message that begins with the name. */
export function withWireFields(error: unknown, nameOf: (field: string) => string): unknown {
  if (!(error instanceof Problem) || error.field === undefined) return error;
  const { kind, code, field, retryAfter, cause } = error;
  const renamed = (field: string, message: MessageText) =>
    changeMessage(message, (text) =>
      text.startsWith(`${field} `) ? nameOf(field) + text.slice(field.length) : text,
    );
  const errors = error.errors.map(({ field, message }) => ({
    field: nameOf(field),
    message: renamed(field, message),
  }));
  return new Problem(kind, renamed(field, error.text), {
    ...(code !== undefined && { code }),
    ...(retryAfter !== undefined && { retryAfter }),
    field: nameOf(field),
    errors,
    cause,
  });
}
