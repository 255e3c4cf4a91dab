import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import fastJson from 'fast-json-stringify';
import type { Schema } from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import { toProblem } from './problems.ts';

const options = { useDefaults: true, allowUnionTypes: true, strict: false, allErrors: false } as const;
const exact = new Ajv(options);
/** Text that arrives from addresses and page forms becomes the number or list that the schema wants. */
const coercing = new Ajv({ ...options, coerceTypes: 'array' });

/**
 * Query and path values are coerced; JSON bodies are taken as they are; page forms are coerced too. Checks and
 * serialisers are compiled when they are first needed: all of them at the start took a third of it.
 */
export function useValidation(server: FastifyInstance, { coerceBody }: { coerceBody: boolean }): void {
  server.setValidatorCompiler(({ schema, httpPart }) =>
    laterValidator(httpPart === 'body' && !coerceBody ? exact : coercing, schema as object),
  );
  server.setSerializerCompiler(({ schema }) => {
    let serialise: ((data: unknown) => string) | undefined;
    return (data) => (serialise ??= fastJson(schema as Schema))(data);
  });
}

/** Checks single values by the rules of JSON bodies. What does not fit is refused as a whole body would be. */
export function shapeCheck(schema: object): (value: unknown) => void {
  const validate = laterValidator(exact, schema);
  return (value) => {
    if (!validate(value)) throw toProblem({ validation: validate.errors, validationContext: 'body' });
  };
}

/** Fastify reads what is wrong from the function's own `errors`. */
function laterValidator(ajv: Ajv, schema: object) {
  let check: ValidateFunction | undefined;
  const validate = (data: unknown): boolean => {
    check ??= ajv.compile(schema);
    const fits = check(data);
    validate.errors = check.errors ?? null;
    return fits;
  };
  validate.errors = null as FastifySchemaValidationError[] | null;
  return validate;
}
