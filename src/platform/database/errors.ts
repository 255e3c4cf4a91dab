import { Problem } from '../../kernel/problem.ts';

/** Socket errors and PostgreSQL's own words for "not now". */
const away = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND',
  '57P01', '57P02', '57P03', '53300', '08000', '08001', '08003', '08004', '08006', '25006',
]); // prettier-ignore

const awayMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Values that PostgreSQL refuses and no shape check can see: the caller's fault, not ours. */
const badValue = new Set(['22P02', '22P05', '22021', '22003', '22001', '22007', '22008']);

const diskFull = new Set(['53100', 'ENOSPC']);

/** A database error in the caller's terms, or undefined when it is a bug of ours. */
export function databaseProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = (error as { code?: unknown }).code;
  const known = typeof code === 'string' ? code : '';
  if (away.has(known) || awayMessage.test(error.message))
    return new Problem('unavailable', 'The database is away; try again in a moment', {
      retryAfter: 2,
      cause: error,
    });
  if (diskFull.has(known))
    return new Problem('unavailable', 'The server has no room left; nothing was changed', {
      retryAfter: 60,
      cause: error,
    });
  // Raised by the database itself, in words for the caller: links.keep_to_plan.
  if (known === 'HP402') return new Problem('unpaid', error.message, { cause: error });
  if (badValue.has(known))
    return new Problem('invalid', 'A value is out of range or malformed', { cause: error });
  return undefined;
}

/** Whether a unique index refused the row; with `constraint`, whether it was that one. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const { code, constraint: which } = (error ?? {}) as { code?: string; constraint?: string };
  return code === '23505' && (constraint === undefined || which === constraint);
}
