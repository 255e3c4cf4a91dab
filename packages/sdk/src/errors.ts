/** What a service says when it rejects a call. */
export interface Refusal {
  message: string;
  /** The field that is wrong. */
  field?: string | undefined;
  /** Names the reason for programs. */
  code?: string | undefined;
}

/** A call that the service rejected. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly field: string | undefined;
  readonly code: string | undefined;
  /** Seconds after which it may be tried again. */
  readonly retryAfter: number | undefined;
  /** The parsed body. */
  readonly body: unknown;

  constructor(
    status: number,
    { message, field, code, retryAfter, body }: Refusal & { retryAfter?: number | undefined; body?: unknown },
  ) {
    super(message);
    this.status = status;
    this.field = field;
    this.code = code;
    this.retryAfter = retryAfter;
    this.body = body;
  }
}

/** A call that was not answered. Whether a change was made is not known: repeat it with the same idempotency key. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
}

/** A call that was not answered in time. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = 'TimeoutError';
}
