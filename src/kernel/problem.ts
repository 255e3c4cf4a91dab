/** Everything a caller can have done wrong or met, in words that no API family owns. */
export type ProblemKind =
  | 'invalid'
  | 'unauthenticated'
  | 'unpaid'
  | 'forbidden'
  | 'missing'
  | 'wrong-method'
  | 'conflict'
  | 'gone'
  | 'too-large'
  | 'unsupported'
  | 'throttled'
  | 'failed'
  | 'unavailable';

export const statusOf: Readonly<Record<ProblemKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  unpaid: 402,
  forbidden: 403,
  missing: 404,
  'wrong-method': 405,
  conflict: 409,
  gone: 410,
  'too-large': 413,
  unsupported: 415,
  throttled: 429,
  failed: 500,
  unavailable: 503,
};

export interface ProblemDetail {
  /** Machine-readable word for families that have one (`authorization_pending`). */
  code?: string;
  /** The input field at fault, as the caller spelt it. */
  field?: string;
  /** Seconds after which it is worth trying again. */
  retryAfter?: number;
  /** For the log only; never said to the caller. */
  cause?: unknown;
}

/**
 * The one error that domain code throws. Its message is fit for the caller;
 * whatever only the log may know goes in `cause`. Anything else thrown is a bug.
 */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly code: string | undefined;
  readonly field: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(kind: ProblemKind, message: string, detail: ProblemDetail = {}) {
    super(message, { cause: detail.cause });
    this.name = 'Problem';
    this.kind = kind;
    this.code = detail.code;
    this.field = detail.field;
    this.retryAfter = detail.retryAfter;
  }

  get status(): number {
    return statusOf[this.kind];
  }
}

export const invalid = (field: string, message: string) => new Problem('invalid', message, { field });
export const missing = (what: string) => new Problem('missing', `${what} not found`);
