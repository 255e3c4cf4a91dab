import { t } from '../../../kernel/translation/translate.ts';
import type { FastifyError } from 'fastify';
import { Problem } from '../../../kernel/problem.ts';
import type { ProblemKind } from '../../../kernel/problem.ts';
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
