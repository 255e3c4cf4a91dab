import type { FastifyError } from 'fastify';
import { Problem } from '../../kernel/problem.ts';
import type { ProblemKind } from '../../kernel/problem.ts';
import { databaseProblem } from '../database/errors.ts';

/** Fastify's own refusals in our kinds. */
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

/** Whatever was thrown, as a Problem. What is not one already, nor a known refusal, is a bug: `failed`, without detail. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code, statusCode, validation, message } = error as FastifyError;
  if (validation) return fromValidation(error as FastifyError);
  // A refusal of Fastify's own, such as a sender that hangs up in the middle of a body: its ECONNRESET is not the database's.
  const database = statusCode === undefined ? databaseProblem(error) : undefined;
  if (database) return database;
  if (code === 'ECONNRESET' || message === 'aborted')
    return new Problem('invalid', 'The connection closed before the whole body arrived', { cause: error });
  // Fastify would repeat the address, whatever stands in it.
  if (code === 'FST_ERR_BAD_URL')
    return new Problem('invalid', 'The address is not properly percent-encoded', { cause: error });
  if (statusCode === 415)
    return new Problem('unsupported', 'Send the body as JSON, with Content-Type: application/json', {
      cause: error,
    });
  const kind = statusCode === undefined ? undefined : frameworkKinds[statusCode];
  if (kind) return new Problem(kind, message, { cause: error });
  return new Problem('failed', 'Something went wrong on our side', { cause: error });
}

/** A failed shape check names the field as the caller spelt it: `body.photos[2].alt`. */
function fromValidation(error: FastifyError): Problem {
  const [first] = error.validation ?? [];
  if (!first) return new Problem('invalid', error.message);
  const missingField = (first.params as { missingProperty?: string }).missingProperty;
  const field = [...first.instancePath.split('/').slice(1), ...(missingField ? [missingField] : [])].join(
    '.',
  );
  const said = missingField ? 'is required' : (choice(error.validation ?? []) ?? sentence(first));
  return new Problem(
    'invalid',
    field ? `${field} ${said}` : `${error.validationContext ?? 'input'} ${said}`,
    { field },
  );
}

/** Where one of several would have done, all of them are named, and not just the first. */
function choice(faults: NonNullable<FastifyError['validation']>): string | undefined {
  const last = faults.at(-1);
  const tried = faults.slice(0, -1);
  if (last?.keyword !== 'anyOf' || tried.some(({ instancePath }) => instancePath !== last.instancePath))
    return undefined;
  const allowed = tried.map(({ keyword, params }) => (keyword === 'const' ? params.allowedValue : undefined));
  return allowed.includes(undefined) ? undefined : `must be one of ${allowed.join(', ')}`;
}

function sentence({
  keyword,
  params,
  message = 'is malformed',
}: {
  keyword: string;
  params: unknown;
  message?: string;
}): string {
  const { limit, allowedValue, allowedValues } = params as {
    limit?: number;
    allowedValue?: unknown;
    allowedValues?: unknown[];
  };
  if (keyword === 'maxLength') return `must have at most ${limit ?? 0} characters`;
  if (keyword === 'minLength')
    return limit === 1 ? 'must not be empty' : `must have at least ${limit ?? 0} characters`;
  if (keyword === 'enum') return `must be one of ${(allowedValues ?? []).join(', ')}`;
  if (keyword === 'const') return `must be ${String(allowedValue)}`;
  return message;
}
