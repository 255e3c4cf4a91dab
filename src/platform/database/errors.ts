import { msg, type MessageText, Problem } from '../../kernel/problem.ts';

/** Socket errors and PostgreSQL's codes for temporary unavailability. */
const away = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'ENOTFOUND',
  'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN',
  '57P01', '57P02', '57P03', '57P05', '53300', '08000', '08001', '08003', '08004', '08006', '08P01', '25006', '25P03',
]); // prettier-ignore

const readTimeout = 'Query read timeout';

/** The driver's own messages, which have no code. */
const awayMessage = new RegExp(
  `^(${readTimeout}|Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed and is not queryable)`,
);

/** The statement timed out or conflicted with another one. A retry may succeed. */
const busy = new Set(['57014', '40001', '40P01', '55P03']);

/** Values that PostgreSQL rejects but schema validation cannot detect. These are the caller's error. */
const badValue = new Set(['22P02', '22P05', '22021', '22003', '22001', '22007', '22008']);

const diskFull = new Set(['53100', 'ENOSPC']);

/** Whether no response arrived in time. The connection is no longer usable. */
export const isReadTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === readTimeout;

/** Whether the server refuses changes: it is a replica, such as a primary that was demoted. */
export const isReadOnlyServer = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === '25006';

/** Whether the error means that the peer is unreachable, independent of the statement. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isConnectionLost);
  const { code } = error as { code?: unknown };
  return (typeof code === 'string' && away.has(code)) || awayMessage.test(error.message);
}

const unknownOutcomes = new WeakSet<Error>();

/** Marks an error after which nobody knows whether the change was saved: its response was lost. */
export function markOutcomeUnknown(error: unknown): void {
  if (error instanceof Error) unknownOutcomes.add(error);
}

/** Whether the connection was lost while a change was being saved, so that it may stand. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof Error && (unknownOutcomes.has(error) || isOutcomeUnknown(error.cause));

/** Converts a database error to a `Problem` for the caller. Undefined if it is a bug. */
export function databaseProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = (error as { code?: unknown }).code;
  const known = typeof code === 'string' ? code : '';
  if (isOutcomeUnknown(error))
    return new Problem(
      'outcome-unknown',
      msg(
        'We cannot tell whether this was saved, because the database stopped answering. Check before you send it again.',
      ),
      { code: 'outcome_unknown', retryAfter: 5, cause: error },
    );
  if (isConnectionLost(error))
    return new Problem('unavailable', msg('The database is unavailable. Try again in a moment.'), {
      retryAfter: 2,
      cause: error,
    });
  if (busy.has(known))
    return new Problem('unavailable', msg('The database is busy. Try again in a moment.'), {
      retryAfter: 2,
      cause: error,
    });
  if (diskFull.has(known))
    return new Problem('unavailable', msg('The server is out of disk space. Nothing was changed.'), {
      retryAfter: 60,
      cause: error,
    });
  // Raised by the database with a message for the caller, as by links.enforce_plan_limit.
  if (known === 'HP402') return new Problem('unpaid', planLimit(error.message), { cause: error });
  if (known === 'HP409')
    return new Problem('conflict', conflicts.get(error.message) ?? error.message, { cause: error });
  if (badValue.has(known))
    return new Problem('invalid', msg('A value is out of range or malformed'), { cause: error });
  return undefined;
}

/** Raised as HP402 by `links.enforce_plan_limit`, with the limit in the message. */
function planLimit(message: string): MessageText {
  const [, max] = /^Your plan has room for (\d+) /.exec(message) ?? [];
  return max === undefined ? message : msg('You reached the limit of your plan: {max}', { max });
}

/** Messages raised as HP409 by triggers of `identity.deletion_request` and `social.page`, and what is shown. */
const conflicts = new Map([
  [
    'You sold tickets for coming events: cancel these events first',
    msg('You sold tickets for coming events. Cancel these events first.'),
  ],
  [
    'There is money in your wallet: request a payout, or give it up under Settings > Wallet',
    msg(
      'There is money in your wallet. Request a payout or forfeit the balance under Settings > Wallet first.',
    ),
  ],
  [
    'People have paid you for time ahead: end their subscriptions under Settings > Monetization > Sales',
    msg('You have paying subscribers. End their subscriptions under Settings > Monetization > Sales first.'),
  ],
  [
    'People have paid this page for time ahead: end their subscriptions under Settings > Monetization > Sales',
    msg(
      'This page has paying subscribers. End their subscriptions under Settings > Monetization > Sales first.',
    ),
  ],
]);

/**
 * Whether the error is a unique violation. With `constraint`, whether it is a violation of that constraint.
 */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const { code, constraint: which } = (error ?? {}) as { code?: string; constraint?: string };
  return code === '23505' && (constraint === undefined || which === constraint);
}
