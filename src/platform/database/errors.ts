import { msg, t } from '../../kernel/translation/translate.ts';
import { Problem } from '../../kernel/problem.ts';

/** Socket errors and PostgreSQL's own words for "not now". */
const away = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND',
  'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN',
  '57P01', '57P02', '57P03', '57P05', '53300', '08000', '08001', '08003', '08004', '08006', '08P01', '25006', '25P03',
]); // prettier-ignore

const readTimeout = 'Query read timeout';

/** The driver's own words, which have no code. */
const awayMessage = new RegExp(
  `^(${readTimeout}|Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed and is not queryable)`,
);

/** The statement took too long, or met another one in its way: it may well pass the next time. */
const busy = new Set(['57014', '40001', '40P01', '55P03']);

/** Values that PostgreSQL refuses and no shape check can see: the caller's fault, not ours. */
const badValue = new Set(['22P02', '22P05', '22021', '22003', '22001', '22007', '22008']);

const diskFull = new Set(['53100', 'ENOSPC']);

/** Whether no answer came in time. The connection is of no more use. */
export const isReadTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === readTimeout;

/** Whether the error says that the other end of a connection is away, and nothing about what was asked of it. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isConnectionLost);
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && away.has(code)) || awayMessage.test(error.message);
}

/** A database error in the caller's terms, or undefined when it is a bug of ours. */
export function databaseProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = (error as { code?: unknown }).code;
  const known = typeof code === 'string' ? code : '';
  if (isConnectionLost(error))
    return new Problem('unavailable', t('The database is away; try again in a moment'), {
      retryAfter: 2,
      cause: error,
    });
  if (busy.has(known))
    return new Problem('unavailable', t('The database is busy; try again in a moment'), {
      retryAfter: 2,
      cause: error,
    });
  if (diskFull.has(known))
    return new Problem('unavailable', t('The server is out of disk space. Nothing was changed'), {
      retryAfter: 60,
      cause: error,
    });
  // Raised by the database itself, in words for the caller: links.enforce_plan_limit.
  if (known === 'HP402') return new Problem('unpaid', planLimit(error.message), { cause: error });
  if (known === 'HP409') return new Problem('conflict', translated(error.message), { cause: error });
  if (badValue.has(known))
    return new Problem('invalid', t('A value is out of range or malformed'), { cause: error });
  return undefined;
}

/** Raised as HP402 by `links.enforce_plan_limit`, with the limit. */
function planLimit(message: string): string {
  const [, max] = /^Your plan has room for (\d+) /.exec(message) ?? [];
  return max === undefined ? message : t('You reached the limit of your plan: {max}', { max });
}

/** Raised as HP409 by triggers of `identity.deletion_request` and `social.page`, declared here for the catalogs. */
const conflicts = [
  msg('There is money in your wallet: request a payout, or give it up under Settings > Wallet'),
  msg('People have paid you for time ahead: end their subscriptions under Settings > Monetization > Sales'),
  msg(
    'People have paid this page for time ahead: end their subscriptions under Settings > Monetization > Sales',
  ),
];

function translated(message: string): string {
  const known = conflicts.find(({ source }) => source === message);
  return known ? t(known) : message;
}

/** Whether a unique index refused the row; with `constraint`, whether it was that one. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const { code, constraint: which } = (error ?? {}) as { code?: string; constraint?: string };
  return code === '23505' && (constraint === undefined || which === constraint);
}
