import { englishOf, t } from './translation/translate.ts';
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

const statusOf: Readonly<Record<ProblemKind, number>> = {
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

/** What is wrong with one field of the input. */
export interface FieldError {
  /** As the caller spelled it: `photos.2.alt`; empty for the input as a whole. */
  field: string;
  message: string;
}

/** What a refused form is shown again with. */
export interface FieldProblem {
  /** Name of the field at fault; empty: the form as a whole. */
  field: string;
  message: string;
  /** Every field at fault, with its own message. */
  errors?: readonly FieldError[];
}

interface ProblemDetail {
  /** Machine-readable word for families that have one (`authorization_pending`). */
  code?: string;
  /** The input field at fault, as the caller spelt it. */
  field?: string;
  /** Every field at fault, where more than one is known. */
  errors?: readonly FieldError[];
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
  readonly errors: readonly FieldError[];
  readonly retryAfter: number | undefined;
  readonly #english: string;

  constructor(kind: ProblemKind, message: string, detail: ProblemDetail = {}) {
    super(message, { cause: detail.cause });
    this.name = 'Problem';
    this.#english = englishOf(message);
    this.kind = kind;
    this.code = detail.code;
    this.field = detail.field;
    this.errors = detail.errors ?? (detail.field ? [{ field: detail.field, message }] : []);
    this.retryAfter = detail.retryAfter;
  }

  /** The message in English, for the log. */
  get logMessage(): string {
    return this.#english;
  }

  get status(): number {
    return statusOf[this.kind];
  }
}

export const invalid = (field: string, message: string) => new Problem('invalid', message, { field });
export const missing = (what: string) => new Problem('missing', t('{what} not found', { what }));

/** Runs every check and throws one problem that names each field they refuse. */
export function checkAll(...checks: readonly (() => void)[]): void {
  const found = checks.flatMap((check) => problemOf(check));
  const [first] = found;
  if (!first) return;
  if (found.length === 1) throw first;
  const errors = found.flatMap((problem) => problem.errors);
  const message = found.map((problem) => problem.message).join('; ');
  throw new Problem(first.kind, message, { field: first.field ?? '', errors });
}

function problemOf(check: () => void): Problem[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof Problem) return [error];
    throw error;
  }
}
