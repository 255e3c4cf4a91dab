import type { ErrorObject } from 'ajv';
import type { FastifyError } from 'fastify';
import { type FieldError, Problem, type ProblemKind } from '../../../kernel/problem.ts';
import { formatList } from '../../../kernel/translation/formats.ts';
import { t } from '../../../kernel/translation/translate.ts';
import { databaseProblem } from '../../database/errors.ts';

/** Maps Fastify's error statuses to problem kinds. */
const frameworkKinds: Readonly<Record<number, ProblemKind>> = {
  400: 'invalid',
  404: 'missing',
  405: 'wrong-method',
  406: 'invalid',
  408: 'invalid',
  411: 'invalid',
  413: 'too-large',
  414: 'too-large',
  415: 'unsupported',
  429: 'throttled',
  431: 'too-large',
  503: 'unavailable',
};

/** Converts any error to a `Problem`. Unknown errors are bugs: `failed`, without detail. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code, statusCode, message } = error as FastifyError;
  // Fastify's own errors have a status, such as a client disconnecting in the middle of a body: that
  // ECONNRESET is not the database's.
  const database = statusCode === undefined ? databaseProblem(error) : undefined;
  if (database) return database;
  if (code === 'ECONNRESET' || message === 'aborted')
    return new Problem('invalid', t('The connection closed before the whole body arrived'), { cause: error });
  // Fastify's message would repeat the path unchecked.
  if (code === 'FST_ERR_BAD_URL')
    return new Problem('invalid', t('The URL is not properly percent-encoded'), { cause: error });
  if (statusCode === 415)
    return new Problem('unsupported', t('Send the body as JSON, with Content-Type: application/json'), {
      cause: error,
    });
  const kind = statusCode === undefined ? undefined : frameworkKinds[statusCode];
  if (kind) return new Problem(kind, message, { cause: error });
  return new Problem('failed', t('Something went wrong on our side'), { cause: error });
}

/**
 * Builds one problem from the input errors of a request, each field named as the caller spelled it
 * (`photos.2.alt`).
 */
export function inputProblem(errors: readonly FieldError[], cause?: unknown): Problem {
  const said = errors.map(({ field, message }) => (field ? `${field} ${message}` : message));
  const fields = errors.map(({ field }, index) => ({ field, message: said[index] ?? '' }));
  return new Problem('invalid', said.join('; '), {
    field: errors[0]?.field ?? '',
    errors: fields,
    code: 'invalid_request',
    cause,
  });
}

/**
 * Describes a value that failed its schema. `errors` is what Ajv reports when it stops at the first error.
 */
export function fieldErrorOf(
  errors: readonly ErrorObject[],
  part: string,
  within: string[] = [],
): FieldError {
  const [first] = errors;
  if (!first) return { field: within.join('.'), message: t('is malformed') };
  const { missingProperty, additionalProperty, propertyName } = first.params as {
    missingProperty?: string;
    additionalProperty?: string;
    propertyName?: string;
  };
  const named = missingProperty ?? additionalProperty ?? propertyName;
  const path = [
    ...within,
    ...first.instancePath.split('/').slice(1),
    ...(named === undefined ? [] : [named]),
  ];
  const message = missingProperty === undefined ? (choice(errors) ?? sentence(first)) : t('is required');
  return path.length > 0
    ? { field: path.join('.'), message }
    : { field: '', message: t('The {part} {message}', { part, message }) };
}

/** Lists all allowed values or types, not just the first. */
function choice(errors: readonly ErrorObject[]): string | undefined {
  const last = errors.at(-1);
  const tried = errors.slice(0, -1);
  if (last?.keyword !== 'anyOf' || tried.some(({ instancePath }) => instancePath !== last.instancePath))
    return undefined;
  if (tried.every(({ keyword }) => keyword === 'const'))
    return oneOf(tried.map(({ params }) => (params as Params).allowedValue));
  if (tried.every(({ keyword }) => keyword === 'type'))
    return mustBe([...new Set(tried.flatMap(({ params }) => typeNames((params as Params).type)))]);
  return undefined;
}

interface Params {
  limit: number;
  type: string | readonly string[];
  format: string;
  pattern: string;
  allowedValue: unknown;
  allowedValues: readonly unknown[];
  multipleOf: number;
}

function sentence({ keyword, params, message = t('is malformed') }: ErrorObject): string {
  const { limit, type, format, pattern, allowedValue, allowedValues, multipleOf } = params as Params;
  switch (keyword) {
    case 'type':
      return mustBe(typeNames(type));
    case 'maxLength':
      return t('must have at most {limit, plural, one {# character} other {# characters}}', { limit });
    case 'minLength':
      return limit === 1
        ? t('must not be empty')
        : t('must have at least {limit, plural, one {# character} other {# characters}}', { limit });
    case 'maxItems':
      return t('must have at most {limit, plural, one {# item} other {# items}}', { limit });
    case 'minItems':
      return limit === 1
        ? t('must not be empty')
        : t('must have at least {limit, plural, one {# item} other {# items}}', { limit });
    case 'maxProperties':
      return t('must have at most {limit, plural, one {# entry} other {# entries}}', { limit });
    case 'minProperties':
      return t('must have at least {limit, plural, one {# entry} other {# entries}}', { limit });
    case 'uniqueItems':
      return t('must not contain the same item twice');
    case 'minimum':
      return t('must be at least {limit}', { limit: String(limit) });
    case 'maximum':
      return t('must be at most {limit}', { limit: String(limit) });
    case 'exclusiveMinimum':
      return t('must be greater than {limit}', { limit: String(limit) });
    case 'exclusiveMaximum':
      return t('must be less than {limit}', { limit: String(limit) });
    case 'multipleOf':
      return t('must be a multiple of {number}', { number: String(multipleOf) });
    case 'pattern':
      return isDigits(pattern) ? t('must be a number') : t('must be in the documented format');
    case 'format':
      return t('must be a valid {format}', { format });
    case 'enum':
      return oneOf(allowedValues);
    case 'const':
      return t('must be {value}', { value: String(allowedValue) });
    case 'additionalProperties':
      return t('is not a known field');
    default:
      return message;
  }
}

const oneOf = (values: readonly unknown[]) =>
  t('must be one of {values}', { values: values.map(String).join(', ') });

const mustBe = (types: readonly string[]) =>
  t('must be {value}', { value: formatList(types, 'disjunction') });

const typeWords = (): Readonly<Record<string, string>> => ({
  string: t('a string'),
  integer: t('an integer'),
  number: t('a number'),
  boolean: t('a boolean'),
  object: t('an object'),
  array: t('an array'),
  null: 'null',
});

const typeNames = (type: string | readonly string[]): string[] =>
  [type].flat().map((name) => typeWords()[name] ?? name);

/** A pattern of only digits is an id. Other patterns are explained in the field's description. */
const isDigits = (pattern: string): boolean => /^\^(\[0-9\]|\\d)(\+|\{\d+,\d+\})\$$/.test(pattern);
