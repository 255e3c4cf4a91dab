import type { ErrorObject } from 'ajv';
import { Problem } from '../../../kernel/problem.ts';
import type { FieldError } from '../../../kernel/problem.ts';

/** What is wrong with the input of one request: each field once, named as the caller spelled it (`photos.2.alt`). */
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

/** The words for a value that failed its schema. `errors` is what Ajv reports when it stops at the first fault. */
export function fieldErrorOf(
  errors: readonly ErrorObject[],
  part: string,
  within: string[] = [],
): FieldError {
  const [first] = errors;
  if (!first) return { field: within.join('.'), message: 'is malformed' };
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
  const message = missingProperty === undefined ? (choice(errors) ?? sentence(first)) : 'is required';
  return path.length > 0
    ? { field: path.join('.'), message }
    : { field: '', message: `The ${part} ${message}` };
}

/** Where one of several values or types is allowed, all of them are named, not just the first. */
function choice(errors: readonly ErrorObject[]): string | undefined {
  const last = errors.at(-1);
  const tried = errors.slice(0, -1);
  if (last?.keyword !== 'anyOf' || tried.some(({ instancePath }) => instancePath !== last.instancePath))
    return undefined;
  if (tried.every(({ keyword }) => keyword === 'const'))
    return oneOf(tried.map(({ params }) => (params as Params).allowedValue));
  if (tried.every(({ keyword }) => keyword === 'type'))
    return `must be ${[...new Set(tried.flatMap(({ params }) => typeNames((params as Params).type)))].join(' or ')}`;
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

function sentence({ keyword, params, message = 'is malformed' }: ErrorObject): string {
  const { limit, type, format, pattern, allowedValue, allowedValues, multipleOf } = params as Params;
  switch (keyword) {
    case 'type':
      return `must be ${typeNames(type).join(' or ')}`;
    case 'maxLength':
      return `must have at most ${count(limit, 'character')}`;
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${count(limit, 'character')}`;
    case 'maxItems':
      return `must have at most ${count(limit, 'item')}`;
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must have at least ${count(limit, 'item')}`;
    case 'maxProperties':
      return `must have at most ${count(limit, 'entry', 'entries')}`;
    case 'minProperties':
      return `must have at least ${count(limit, 'entry', 'entries')}`;
    case 'uniqueItems':
      return 'must not contain the same item twice';
    case 'minimum':
      return `must be at least ${limit}`;
    case 'maximum':
      return `must be at most ${limit}`;
    case 'exclusiveMinimum':
      return `must be greater than ${limit}`;
    case 'exclusiveMaximum':
      return `must be less than ${limit}`;
    case 'multipleOf':
      return `must be a multiple of ${multipleOf}`;
    case 'pattern':
      return `must be ${patternName(pattern)}`;
    case 'format':
      return `must be a valid ${format}`;
    case 'enum':
      return oneOf(allowedValues);
    case 'const':
      return `must be ${String(allowedValue)}`;
    case 'additionalProperties':
      return 'is not known here';
    default:
      return message;
  }
}

const oneOf = (values: readonly unknown[]) => `must be one of ${values.map(String).join(', ')}`;

const count = (limit: number, one: string, many = `${one}s`) => `${limit} ${limit === 1 ? one : many}`;

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

const typeNames = (type: string | readonly string[]): string[] =>
  [type].flat().map((name) => typeWords[name] ?? name);

/** A pattern of digits alone is an id; what other patterns want is in the field's description. */
const patternName = (pattern: string) =>
  /^\^(\[0-9\]|\\d)(\+|\{\d+,\d+\})\$$/.test(pattern) ? 'a number' : 'in the documented form';
