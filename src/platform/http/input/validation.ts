import { _, Ajv, type ErrorObject, type KeywordErrorDefinition, type ValidateFunction } from 'ajv';
import fastJson, { type Schema } from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import { type FieldError, msg } from '../../../kernel/problem.ts';
import { fieldErrorOf, inputProblem } from './field-errors.ts';

const options = { useDefaults: true, allowUnionTypes: true, strict: false, allErrors: false } as const;
const exact = withQuickLengths(new Ajv(options));
/** Coerces text from URLs and page forms to the numbers and lists in the schema. */
const coercing = withQuickLengths(new Ajv({ ...options, coerceTypes: 'array' }));

/**
 * Replaces the limits of a text's length, which count all of its characters: 20 ms for an uploaded file in Base64. A
 * character is one or two units of a string, so the count is needed only in between.
 */
function withQuickLengths(ajv: Ajv): Ajv {
  const error: KeywordErrorDefinition = {
    message: 'has the wrong length',
    params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
  };
  const add = (keyword: string, compile: (limit: number) => (text: string) => boolean) => {
    ajv.removeKeyword(keyword);
    ajv.addKeyword({ keyword, type: 'string', schemaType: 'number', error, compile });
  };
  add('maxLength', (limit) => (text) => {
    if (text.length <= limit) return true;
    return text.length <= 2 * limit && countCharacters(text) <= limit;
  });
  add('minLength', (limit) => (text) => {
    if (text.length >= 2 * limit) return true;
    return text.length >= limit && countCharacters(text) >= limit;
  });
  return ajv;
}

/** Each pair of surrogates is one character. */
const countCharacters = (text: string): number =>
  text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);

/**
 * Cached by schema: several operations share a response schema, and tests mount the same operations
 * repeatedly.
 */
const serializers = new WeakMap<object, (data: unknown) => string>();

/**
 * Coerces query and path values, and page forms, but not JSON bodies. Validators and serializers are compiled
 * on first use: compiling them all took a third of the startup time.
 */
export function useValidation(server: FastifyInstance, { coerceBody }: { coerceBody: boolean }): void {
  server.setValidatorCompiler(({ schema, httpPart }) => {
    const check = lazyCheck(
      httpPart === 'body' && !coerceBody ? exact : coercing,
      schema,
      partNames[httpPart ?? 'body'] ?? 'input',
    );
    return (value: unknown) => {
      const errors = check(value);
      return errors.length === 0 || { error: inputProblem(errors) };
    };
  });
  server.setSerializerCompiler(({ schema }) => {
    return (data) => {
      let serialize = serializers.get(schema);
      if (!serialize) serializers.set(schema, (serialize = fastJson(simplifyUnions(schema) as Schema)));
      return serialize(data);
    };
  });
}

/**
 * Validates single values by the rules of JSON bodies or of queries. Throws the same errors as for a whole
 * request.
 */
export function shapeCheck(schema: object, part: 'body' | 'query' = 'body'): (value: unknown) => void {
  const check = lazyCheck(part === 'body' ? exact : coercing, schema, part);
  return (value) => {
    const errors = check(value);
    if (errors.length > 0) throw inputProblem(errors);
  };
}

const partNames: Readonly<Record<string, string>> = {
  body: 'body',
  params: 'path',
  querystring: 'query',
  headers: 'header',
};

interface ObjectSchema {
  properties?: Readonly<Record<string, object>>;
  required?: readonly string[];
}

/**
 * A check that returns every invalid field with its first error. Validates the whole first, stopping at the
 * first error, and field by field only if that failed, so the work is bounded by the schema and not by the
 * input.
 */
function lazyCheck(ajv: Ajv, schema: object, part: string): (value: unknown) => FieldError[] {
  const { properties = {}, required = [] }: ObjectSchema = schema;
  let whole: ValidateFunction | undefined;
  let fields: [string, ValidateFunction][] | undefined;
  return (value) => {
    whole ??= ajv.compile(schema);
    const fits: boolean = whole(value);
    if (fits) return [];
    const first = fieldErrorOf(reported(whole), part);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [first];
    fields ??= Object.entries(properties).map(([name, field]) => [name, ajv.compile(field)]);
    const given = value as Record<string, unknown>;
    const errors = fields.flatMap(([name, check]) => {
      if (given[name] === undefined)
        return required.includes(name) && !('default' in (properties[name] ?? {}))
          ? [{ field: name, message: msg('is required') }]
          : [];
      if (check(given[name])) return [];
      const fault = fieldErrorOf(reported(check), part, [name]);
      // A form or URL repeats the field, or JSON has a list where the schema expects none.
      const isRepeated =
        ajv === coercing && Array.isArray(given[name]) && fault.field === name && isOfType(check);
      return [isRepeated ? { field: name, message: msg('is given more than once') } : fault];
    });
    // An error of the whole, such as an unknown field or a choice between schemas.
    return errors.length > 0 ? errors : [first];
  };
}

const isOfType = ({ errors }: ValidateFunction) =>
  errors?.every(({ keyword, params }) => keyword === 'type' && params.type !== 'array');

const reported = ({ errors }: ValidateFunction): ErrorObject[] => errors ?? [];

interface Shape {
  type?: unknown;
  const?: unknown;
  anyOf?: unknown;
}

const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null;
const isNull = ({ type }: Shape) => type === 'null';
const isWord = ({ type, const: word }: Shape) => type === 'string' && word !== undefined;

/**
 * Simplifies choices that make no difference in JSON: a union of constants becomes a string, and a type or
 * null becomes `nullable`. Serializers would compile a check for each alternative and run it on every value.
 */
export function simplifyUnions(shape: unknown): unknown {
  if (Array.isArray(shape)) return shape.map(simplifyUnions);
  if (!isShape(shape)) return shape;
  return Object.fromEntries(
    Object.entries(chosen(shape)).map(([name, part]) => [name, simplifyUnions(part)]),
  );
}

function chosen(shape: Shape): object {
  const { anyOf, ...rest } = shape;
  if (!Array.isArray(anyOf) || !anyOf.every(isShape)) return shape;
  const sides = anyOf.filter((side) => !isNull(side));
  const nullable = sides.length < anyOf.length && { nullable: true };
  if (sides.length > 0 && sides.every(isWord)) return { ...rest, type: 'string', ...nullable };
  const [only] = sides;
  return sides.length === 1 && typeof only?.type === 'string' ? { ...only, ...rest, ...nullable } : shape;
}
