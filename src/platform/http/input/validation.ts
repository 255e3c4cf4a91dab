import { t } from '../../../kernel/translation/translate.ts';
import { Ajv } from 'ajv';
import type { ErrorObject, ValidateFunction } from 'ajv';
import fastJson from 'fast-json-stringify';
import type { Schema } from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import type { FieldError } from '../../../kernel/problem.ts';
import { fieldErrorOf, inputProblem } from './field-errors.ts';
import { plainChoices } from './plain-choices.ts';

const options = { useDefaults: true, allowUnionTypes: true, strict: false, allErrors: false } as const;
const exact = new Ajv(options);
/** Text that arrives from addresses and page forms becomes the number or list that the schema wants. */
const coercing = new Ajv({ ...options, coerceTypes: 'array' });

/** By shape: several operations answer in the same, and tests mount the same operations again and again. */
const serializers = new WeakMap<object, (data: unknown) => string>();

/**
 * Query and path values are coerced; JSON bodies are taken as they are; page forms are coerced too. Checks and
 * serializers are compiled when first needed: compiling all of them took a third of the start.
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
      if (!serialize) serializers.set(schema, (serialize = fastJson(plainChoices(schema) as Schema)));
      return serialize(data);
    };
  });
}

/** Checks single values by the rules of JSON bodies, or of queries. What does not fit is refused as the whole would be. */
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
 * A check that names every field at fault, each with its first fault. The whole is checked first and stops at the first
 * fault; only what failed is looked at field by field, so that the work is bounded by the schema and not by the input.
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
          ? [{ field: name, message: t('is required') }]
          : [];
      if (check(given[name])) return [];
      const fault = fieldErrorOf(reported(check), part, [name]);
      // A form or an address names it several times; JSON has a list where the schema wants none.
      const isRepeated =
        ajv === coercing && Array.isArray(given[name]) && fault.field === name && isOfType(check);
      return [isRepeated ? { field: name, message: t('is given more than once') } : fault];
    });
    // A fault of the whole, such as an unknown field or a choice between shapes.
    return errors.length > 0 ? errors : [first];
  };
}

const isOfType = ({ errors }: ValidateFunction) =>
  errors?.every(({ keyword, params }) => keyword === 'type' && params.type !== 'array');

const reported = ({ errors }: ValidateFunction): ErrorObject[] => errors ?? [];
