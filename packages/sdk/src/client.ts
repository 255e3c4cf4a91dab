import { ApiError, ConnectionError, TimeoutError, type Refusal } from './errors.ts';

export interface ClientOptions {
  /** Origin of the service, such as https://hop.example.org. */
  baseUrl: string;
  /** Milliseconds for each try. Default: 30,000. */
  timeout?: number;
  /** How often a call is repeated that was not answered, was throttled, or found the service busy. Default: 2. */
  retries?: number;
  /** Milliseconds of a `Retry-After` that are waited for. Who is asked to wait longer gets the error. Default: 30,000. */
  longestWait?: number;
  /** Replaces the global `fetch`, for instance by one that pays. */
  fetch?: typeof globalThis.fetch;
  /** Headers of every call. */
  headers?: Record<string, string>;
}

export interface CallOptions {
  signal?: AbortSignal;
  timeout?: number;
  /**
   * Identifies a change, so that repeating it does nothing twice within 24 hours. Default: a new one for each call,
   * which the retries of the call share.
   */
  idempotencyKey?: string;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Query = object;

interface Call extends CallOptions {
  query?: Query | undefined;
  body?: unknown;
}

/** What a service needs to know of its own conventions. */
interface Conventions {
  /** Headers with the credentials, made anew for each try. */
  authenticate: () => Promise<Record<string, string>> | Record<string, string>;
  /** Reads what a rejection says. */
  refusal: (body: unknown) => Refusal;
}

/** Statuses after which a call can be repeated. */
export const busy = [429, 502, 503, 504];
/** Credentials are for the service alone. Workers know no `error`. */
const redirect = 'manual';
const isRedirect = ({ type, status }: Response) =>
  type === 'opaqueredirect' || (status >= 300 && status < 400);

/** A token, or what returns one for each call. */
export type Token = string | (() => string | Promise<string>);

export const bearer = async (token: Token): Promise<Record<string, string>> => ({
  authorization: `Bearer ${typeof token === 'string' ? token : await token()}`,
});

/** Sends calls to one service. `Hop` and `Plaza` are built on it. */
export class Client {
  readonly #options: ClientOptions;
  readonly #conventions: Conventions;

  constructor(options: ClientOptions, conventions: Conventions) {
    // Often it comes from the environment, where it may be missing.
    if (!/^https?:\/\//i.test(String(options.baseUrl)))
      throw new TypeError('`baseUrl` is the address of the service, such as https://hop.example.org');
    this.#options = { ...options, baseUrl: options.baseUrl.replace(/\/+$/, '') };
    this.#conventions = conventions;
  }

  /** Calls an operation of the API by its method and path. Resolves with the parsed body. */
  async call<Result>(method: Method, path: string, call: Call = {}): Promise<Result> {
    const url = this.#options.baseUrl + path + queryOf(call.query);
    const retries = this.#options.retries ?? 2;
    const fixed: Record<string, string> = { accept: 'application/json', ...this.#options.headers };
    if (call.body !== undefined) fixed['content-type'] = 'application/json';
    // A change is repeated only under the same key.
    if (method === 'POST') fixed['idempotency-key'] = call.idempotencyKey ?? crypto.randomUUID();
    for (let tries = 0; ; tries += 1) {
      const answer = await this.#send(method, url, fixed, call).catch((error: unknown) => {
        if (tries < retries && error instanceof ConnectionError && !call.signal?.aborted) return undefined;
        throw error;
      });
      if (answer?.ok) return (await parsed(answer)) as Result;
      if (answer && !(busy.includes(answer.status) && tries < retries)) throw await this.#refused(answer);
      const wait = waitOf(answer, tries);
      if (answer && wait > (this.#options.longestWait ?? 30_000)) throw await this.#refused(answer);
      await answer?.body?.cancel();
      await pause(wait, call.signal);
    }
  }

  /** Opens a stream of events, which has no time limit: only `signal` ends it. */
  async stream(
    path: string,
    { signal, headers }: { signal?: AbortSignal | undefined; headers?: Record<string, string> } = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const url = this.#options.baseUrl + path;
    const sent = { accept: 'text/event-stream', ...this.#options.headers, ...headers };
    const send = this.#options.fetch ?? globalThis.fetch;
    const answer = await send(url, {
      headers: { ...sent, ...(await this.#conventions.authenticate()) },
      redirect,
      ...(signal && { signal }),
    }).catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      throw new ConnectionError(`GET ${url} was not answered`, { cause });
    });
    if (!answer.ok || !answer.body) throw await this.#refused(answer);
    return answer.body;
  }

  async #send(method: Method, url: string, fixed: Record<string, string>, call: Call): Promise<Response> {
    const headers = { ...fixed, ...(await this.#conventions.authenticate()) };
    const timeout = AbortSignal.timeout(call.timeout ?? this.#options.timeout ?? 30_000);
    const signal = call.signal ? AbortSignal.any([timeout, call.signal]) : timeout;
    const send = this.#options.fetch ?? globalThis.fetch;
    try {
      const body = call.body === undefined ? null : JSON.stringify(call.body);
      const answer = await send(url, { method, headers, signal, redirect, ...(body !== null && { body }) });
      if (isRedirect(answer)) throw new Error('The address redirects elsewhere');
      return answer;
    } catch (error) {
      if (call.signal?.aborted) throw error;
      if (timeout.aborted) throw new TimeoutError(`${method} ${url} took too long`, { cause: error });
      throw new ConnectionError(`${method} ${url} was not answered`, { cause: error });
    }
  }

  async #refused(answer: Response): Promise<ApiError> {
    const body = await parsed(answer).catch(() => undefined);
    return new ApiError(answer.status, {
      ...this.#conventions.refusal(body),
      retryAfter: secondsOf(answer),
      body,
    });
  }
}

/** Most operations answer with JSON, downloads with text. */
async function parsed(answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (/^text\/(csv|plain)|ndjson/.test(answer.headers.get('content-type') ?? '')) return text;
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

function queryOf(query: Query | undefined): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}) as [string, unknown][])
    if (value !== undefined && value !== null) parameters.set(name, String(value));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

const secondsOf = (answer: Response): number | undefined => {
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
};

/** As the service asks, or half a second and twice as long each time, spread so that clients do not return together. */
function waitOf(answer: Response | undefined, tries: number): number {
  const asked = answer && secondsOf(answer);
  return asked === undefined ? 500 * 2 ** tries * (0.5 + Math.random() / 2) : asked * 1000;
}

export const pause = (milliseconds: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
  });
