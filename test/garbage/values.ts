import fc from 'fast-check';
import { hostileTexts, naughtyValues } from './naughty.ts';

/** The subset of TypeBox's JSON Schema that these generators use. */
export interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

const plausible = [
  '1', '2', '3', '17', 'ada', 'bob', 'picture', 'post', 'newsfeed', 'new_people', 'ada@example.org', 'https://example.org/page?a=b#c',
  '2', 'Hello #world @bob https://example.org/', 'A', 'love', 'like', 'friend-add', 'follow', 'auto', '/settings',
]; // prettier-ignore

export const texts: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 3, arbitrary: fc.constantFrom(...plausible) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
);

/** Generates any JSON value. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...naughtyValues) },
  { weight: 3, arbitrary: texts },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Generates valid values for a schema, with texts as unusual as it allows. */
export function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting));
  if (schema.type === 'string') return schema.pattern === undefined ? texts : matching(schema.pattern);
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 2 ** 40, 2 ** 40) });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'array') return fc.array(fitting(schema.items ?? {}), { maxLength: 4 });
  if (schema.type === 'object') return object(schema);
  return anything;
}

/** Cached by pattern: few patterns are used by very many fields, and each takes milliseconds to build. */
const matches = new Map<string, fc.Arbitrary<string>>();

function matching(pattern: string): fc.Arbitrary<string> {
  const known = matches.get(pattern);
  if (known) return known;
  const created = fc.oneof(fc.constantFrom('1', '2', '3', '4'), fc.stringMatching(new RegExp(pattern, 'u')));
  matches.set(pattern, created);
  return created;
}

function object({ properties = {}, required = [] }: Schema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, fitting(schema)]),
  );
  return fc.record(fields, { requiredKeys: required, noNullPrototype: true });
}

/** Generates fields of a schema or a working example, optionally with one field invalid, missing or added. */
export function corrupted(
  schema: Schema | undefined,
  example?: unknown,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = schema ? object(schema) : fc.constant({});
  const whole =
    example === undefined ? fields : fc.oneof(fields, fc.constant(example as Record<string, unknown>));
  const names = [...Object.keys(schema?.properties ?? {}), 'id', 'unheard_of', '__proto__', 'constructor'];
  return fc.oneof(
    whole,
    fc
      .tuple(whole, fc.constantFrom(...names), anything)
      .map(([value, name, instead]) => changed(value, name, instead)),
    fc.tuple(whole, fc.constantFrom(...names)).map(([value, name]) => without(value, name)),
  );
}

/** Sets `__proto__` as an own property, which an assignment would not do. */
function changed(value: Record<string, unknown>, name: string, instead: unknown): Record<string, unknown> {
  const copy = { ...value };
  return Object.defineProperty(copy, name, {
    value: instead,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

const without = (value: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(value).filter(([each]) => each !== name));
