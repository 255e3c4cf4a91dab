import type { ErrorObject } from 'ajv';
import type { FastifyError } from 'fastify';
import { Problem, msg, joinMessages } from '../../../kernel/problem.ts';
import type { FieldError, ProblemKind, Message, MessageText } from '../../../kernel/problem.ts';
import { listValue } from '../../../web/translation/translate.ts';
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
    return new Problem('invalid', msg('The connection closed before the whole body arrived'), {
      cause: error,
    });
  // Fastify's message would repeat the path unchecked.
  if (code === 'FST_ERR_BAD_URL')
    return new Problem('invalid', msg('The URL is not properly percent-encoded'), { cause: error });
  if (statusCode === 415)
    return new Problem('unsupported', msg('Send the body as JSON, with Content-Type: application/json'), {
      cause: error,
    });
  const kind = statusCode === undefined ? undefined : frameworkKinds[statusCode];
  if (kind) return new Problem(kind, message, { cause: error });
  return new Problem('failed', msg('Something went wrong on our side'), { cause: error });
}

/**
 * Builds one problem from the input errors of a request, each field named as the caller spelled it
 * (`photos.2.alt`).
 */
export function inputProblem(errors: readonly FieldError[], cause?: unknown): Problem {
  const said = errors.map(({ field, message }) => (field ? joinMessages([field, message], ' ') : message));
  const fields = errors.map(({ field }, index) => ({ field, message: said[index] ?? '' }));
  return new Problem('invalid', joinMessages(said, '; '), {
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
  if (!first) return { field: within.join('.'), message: msg('is malformed') };
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
  const message = missingProperty === undefined ? (choice(errors) ?? sentence(first)) : msg('is required');
  return path.length > 0
    ? { field: path.join('.'), message }
    : { field: '', message: msg('The {part} {message}', { part, message }) };
}

/** Lists all allowed values or types, not just the first. */
function choice(errors: readonly ErrorObject[]): Message | undefined {
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

function sentence({ keyword, params, message }: ErrorObject): MessageText {
  const { limit, type, format, pattern, allowedValue, allowedValues, multipleOf } = params as Params;
  switch (keyword) {
    case 'type':
      return mustBe(typeNames(type));
    case 'maxLength':
      return msg('must have at most {limit, plural, one {# character} other {# characters}}', { limit });
    case 'minLength':
      return limit === 1
        ? msg('must not be empty')
        : msg('must have at least {limit, plural, one {# character} other {# characters}}', { limit });
    case 'maxItems':
      return msg('must have at most {limit, plural, one {# item} other {# items}}', { limit });
    case 'minItems':
      return limit === 1
        ? msg('must not be empty')
        : msg('must have at least {limit, plural, one {# item} other {# items}}', { limit });
    case 'maxProperties':
      return msg('must have at most {limit, plural, one {# entry} other {# entries}}', { limit });
    case 'minProperties':
      return msg('must have at least {limit, plural, one {# entry} other {# entries}}', { limit });
    case 'uniqueItems':
      return msg('must not contain the same item twice');
    case 'minimum':
      return msg('must be at least {limit}', { limit: String(limit) });
    case 'maximum':
      return msg('must be at most {limit}', { limit: String(limit) });
    case 'exclusiveMinimum':
      return msg('must be greater than {limit}', { limit: String(limit) });
    case 'exclusiveMaximum':
      return msg('must be less than {limit}', { limit: String(limit) });
    case 'multipleOf':
      return msg('must be a multiple of {number}', { number: String(multipleOf) });
    case 'pattern':
      return isDigits(pattern) ? msg('must be a number') : msg('must be in the documented format');
    case 'format':
      return msg('must be a valid {format}', { format });
    case 'enum':
      return oneOf(allowedValues);
    case 'const':
      return msg('must be {value}', { value: String(allowedValue) });
    case 'additionalProperties':
      return msg('is not a known field');
    default:
      return message ?? msg('is malformed');
  }
}

const oneOf = (values: readonly unknown[]) =>
  msg('must be one of {values}', { values: values.map(String).join(', ') });

const mustBe = (types: readonly MessageText[]) =>
  msg('must be {value}', { value: listValue(types, 'disjunction') });

const typeWords: Readonly<Record<string, MessageText>> = {
  string: msg('a string'),
  integer: msg('an integer'),
  number: msg('a number'),
  boolean: msg('a boolean'),
  object: msg('an object'),
  array: msg('an array'),
  null: 'null',
};

const typeNames = (type: string | readonly string[]): MessageText[] =>
  [type].flat().map((name) => typeWords[name] ?? name);

/** A pattern of only digits is an id. Other patterns are explained in the field's description. */
const isDigits = (pattern: string): boolean => /^\^(\[0-9\]|\\d)(\+|\{\d+,\d+\})\$$/.test(pattern);
