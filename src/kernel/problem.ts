import { inEnglish, joinMessages, type MessageText, msg } from './message.ts';

/** All kinds of errors that a caller can cause or encounter, independent of any API family. */
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
  | 'unprocessable'
  | 'throttled'
  | 'failed'
  | 'unavailable'
  /** The response to a change was lost, so that it may stand. */
  | 'outcome-unknown';

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
  unprocessable: 422,
  throttled: 429,
  failed: 500,
  unavailable: 503,
  'outcome-unknown': 503,
};

/** An error in one input field. */
export interface FieldError {
  /** As the caller spelled it, such as `photos.2.alt`. Empty for the input as a whole. */
  field: string;
  message: MessageText;
}

/** The errors shown with a rejected form, in the language of the reader. */
export interface FieldProblem {
  /** Name of the invalid field. Empty for the form as a whole. */
  field: string;
  message: string;
  /** Every invalid field with its message. */
  errors?: readonly { field: string; message: string }[];
}

interface ProblemDetail {
  /** Machine-readable code for APIs that have one, such as `authorization_pending`. */
  code?: string;
  /** The invalid input field, as the caller spelled it. */
  field?: string;
  /** Every invalid field, if there are several. */
  errors?: readonly FieldError[];
  /** Seconds to wait before retrying. */
  retryAfter?: number;
  /** For the log only. Never sent to the caller. */
  cause?: unknown;
}

/**
 * The only error that domain code throws. Its text is safe for the caller, and is translated where it is
 * shown: `t(problem.text)`. `message` is English, for logs. Details for the log go in `cause`. Any other error
 * is a bug.
 */
export class Problem extends Error {
  readonly kind: ProblemKind;
  readonly code: string | undefined;
  readonly field: string | undefined;
  readonly errors: readonly FieldError[];
  readonly retryAfter: number | undefined;
  readonly #text: MessageText;

  constructor(kind: ProblemKind, text: MessageText, detail: ProblemDetail = {}) {
    super(inEnglish(text), { cause: detail.cause });
    this.name = 'Problem';
    this.#text = text;
    this.kind = kind;
    this.code = detail.code;
    this.field = detail.field;
    this.errors = detail.errors ?? (detail.field ? [{ field: detail.field, message: text }] : []);
    this.retryAfter = detail.retryAfter;
  }

  /** The message with its values, for the reader. */
  get text(): MessageText {
    return this.#text;
  }

  get status(): number {
    return statusOf[this.kind];
  }
}

export const invalid = (field: string, text: MessageText) => new Problem('invalid', text, { field });
export const missing = (what: MessageText) => new Problem('missing', msg('{what} not found', { what }));

/** Runs every check and throws one problem that lists all invalid fields. */
export function checkAll(...checks: readonly (() => void)[]): void {
  const found = checks.flatMap((check) => problemOf(check));
  const [first] = found;
  if (!first) return;
  if (found.length === 1) throw first;
  const errors = found.flatMap((problem) => problem.errors);
  const text = joinMessages(
    found.map((problem) => problem.text),
    '; ',
  );
  throw new Problem(first.kind, text, { field: first.field ?? '', errors });
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
