import type { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import type { FieldProblem } from '../../kernel/problem.ts';
import type { Html, View } from '../../web/html.ts';
import type { App, Access, Limit, Rules, Viewer } from '../app.ts';
import type { Config } from '../settings/config.ts';
import type { Caller, Client } from './caller.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type ViewerFor<A extends Access> = A extends 'anyone' | 'app' ? Viewer | undefined : Viewer;
type Shape<S extends TSchema | undefined> = S extends TSchema ? Static<S> : undefined;

/** A file uploaded with a form, within its endpoint's size limit. */
export interface Upload {
  field: string;
  name: string;
  /** The declared type. Detect it from the content instead. */
  type: string;
  /**
   * Path of the temporary file, removed after the form is handled. Undefined for files that were not
   * uploaded.
   */
  file?: string;
  /** The whole content in memory. Not for large files. */
  readonly body: Buffer;
}

/** The input of a handler. Independent of Fastify, so tests can call handlers directly. */
export interface EndpointCall<A extends Access, P, Q, B> {
  app: App;
  viewer: ViewerFor<A>;
  caller: Caller;
  client: Client;
  params: P;
  query: Q;
  body: B;
  files: Upload[];
}

export interface FileLimits {
  /** Names of file fields. Files in other fields are rejected. */
  fields: readonly string[];
  /** Aliases of the file fields. */
  aliases?: readonly string[];
  /** Whether a field accepts several files. */
  multiple?: boolean;
  max: number;
  bytes: number | ((config: Config) => number);
}

interface Declaration<
  A extends Access,
  P extends TSchema | undefined,
  Q extends TSchema | undefined,
  B extends TSchema | undefined,
> {
  path: string;
  access: A;
  /** The verb that is called, whose rules hold here. They are enforced before the input is read. */
  verb?: { readonly rules: Rules };
  /** A limit of this door only, such as of a form in which secrets can be guessed. */
  limit?: Limit;
  params?: P;
  query?: Q;
  body?: B;
  /** Accepts files by multipart/form-data: in which fields, how many, and their maximum size in bytes. */
  files?: FileLimits;
}

/** An API operation. The single source for routes, validation, OpenAPI and the contract test. */
export interface Endpoint<
  A extends Access = Access,
  P extends TSchema | undefined = TSchema | undefined,
  Q extends TSchema | undefined = TSchema | undefined,
  B extends TSchema | undefined = TSchema | undefined,
  R extends TSchema = TSchema,
> extends Declaration<A, P, Q, B> {
  method: Method;
  summary: string;
  description?: string;
  tag: string;
  /** Success status, 200 by default. */
  status?: 200 | 201 | 202;
  /** The required scope, if it differs from the one implied by the method, as for a read-only POST. */
  scope?: 'read' | 'write';
  /** Rewrites a parsed body in place before it is validated, for what clients send instead of missing values. */
  tidy?: (body: unknown) => void;
  /** Maps former names of body fields to current names. */
  formerNames?: Readonly<Record<string, string>>;
  /** Maps the internal field names of domain errors to names in the body. */
  fieldName?: (field: string, body: Shape<B>) => string;
  /**
   * Required body fields that a setting can make optional. When omitted, they arrive as '', and `handle`
   * decides.
   */
  waivable?: readonly string[];
  /** The response, without what the family adds to every response. */
  returns: R;
  /** A valid body, for the docs. */
  example?: Shape<B>;
  /**
   * Slow work that needs no transaction, such as hashing a password. Returns the body for `handle`. Calls
   * with an Idempotency-Key are handled in a transaction; this runs before it.
   */
  prepare?: (call: EndpointCall<A, Shape<P>, Shape<Q>, Shape<B>>) => Promise<unknown>;
  handle: (call: EndpointCall<A, Shape<P>, Shape<Q>, Shape<B>>) => Promise<Static<R>> | Static<R>;
}

export const endpoint = <
  const A extends Access,
  R extends TSchema,
  P extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(
  declared: Endpoint<A, P, Q, B, R>,
): Endpoint => declared;

/**
 * Declares operations of one API section for one kind of caller: `const member = operations('Posts',
 * 'member')`, then `member.get({…})`, `member.post({…})`.
 */
export function operations<const A extends Access>(tag: string, access: A) {
  const by =
    (method: Method) =>
    <
      R extends TSchema,
      P extends TSchema | undefined = undefined,
      Q extends TSchema | undefined = undefined,
      B extends TSchema | undefined = undefined,
    >(
      declared: Omit<Endpoint<A, P, Q, B, R>, 'method' | 'tag' | 'access'>,
    ): Endpoint =>
      endpoint<A, R, P, Q, B>({ ...declared, method, tag, access });
  return {
    get: by('GET'),
    post: by('POST'),
    put: by('PUT'),
    patch: by('PATCH'),
    delete: by('DELETE'),
  };
}

/** A response created by a protocol library, sent unchanged without an envelope. */
export class RawAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  constructor(status: number, type: string, text: string) {
    this.status = status;
    this.type = type;
    this.text = text;
  }
}

/** A response in parts, sent unchanged without an envelope. It ends when its caller's credentials end. */
export class StreamAnswer {
  readonly type: string;
  readonly body: Readable;
  constructor(type: string, body: Readable) {
    this.type = type;
    this.body = body;
  }
}

/** A redirect, with an optional message about the result. */
export class Redirect {
  readonly to: string;
  readonly flash: Flash | undefined;
  readonly status: 301 | 302 | 303 | 307 | 308;
  /** All headers, names and values in turn. Undefined: those of pages. */
  readonly headers: readonly string[] | undefined;
  constructor(to: string, flash?: Flash, status: Redirect['status'] = 303, headers?: readonly string[]) {
    this.to = to;
    this.flash = flash;
    this.status = status;
    this.headers = headers;
  }
}

export interface Flash {
  kind: 'success' | 'info' | 'error';
  text: string;
}

/** `303 See Other`: after a form was submitted, so a reload does not submit it again. */
export const redirect = (to: string, flash?: Flash) => new Redirect(to, flash);

/** `301 Moved Permanently`: to the new URL of a page, such as after a title change. */
export const movedTo = (to: string) => new Redirect(to, undefined, 301);

/** A document that is not an HTML page, such as a CSV or a feed, sent unchanged. */
export interface Download {
  type: string;
  body: string | Buffer | NodeJS.ReadableStream;
  headers?: Record<string, string>;
}

/**
 * A page or a form target. A handler that returns `Html` sends a fragment for a Turbo frame or stream,
 * without layout.
 */
export interface Page<
  A extends Access = Access,
  P extends TSchema | undefined = TSchema | undefined,
  Q extends TSchema | undefined = TSchema | undefined,
  B extends TSchema | undefined = TSchema | undefined,
> extends Declaration<A, P, Q, B> {
  method: 'GET' | 'POST';
  /** For pages that clients need to know: their description in `/openapi.json`. */
  described?: {
    summary: string;
    description: string;
    tag: string;
    /** Media type, HTML by default. */ type?: string;
    /** Of a document: what is in it. */ example?: unknown;
  };
  /**
   * Caches the page in memory for signed-out visitors until anything is written. Only for pages that depend
   * on nothing but the URL, sign-in state, theme, and whether Markdown is requested.
   */
  cached?: boolean;
  /** Whether reading the page changes the counters of the navigation, so that they are counted afterwards. */
  changesCounts?: boolean;
  /**
   * Accepts the form from any page. Only for forms that carry their own proof: a page with the policy
   * `no-referrer` sends no origin.
   */
  anyOrigin?: boolean;
  handle: (
    call: EndpointCall<A, Shape<P>, Shape<Q>, Shape<B>>,
  ) => Promise<View | Html | Redirect | Download> | View | Html | Redirect | Download;
  /** Renders the form again with the submitted values and errors. */
  again?: (
    call: EndpointCall<A, Shape<P>, Shape<Q>, Record<string, unknown>>,
    problem: FieldProblem,
  ) => Promise<View> | View;
}

export const page = <
  const A extends Access,
  P extends TSchema | undefined = undefined,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
>(
  declared: Page<A, P, Q, B>,
): Page => declared;

/**
 * Declares pages for one kind of visitor: `const member = pagesFor('member')`, then `member.get({…})`,
 * `member.post({…})`.
 */
export function pagesFor<const A extends Access>(access: A) {
  const by =
    (method: 'GET' | 'POST') =>
    <
      P extends TSchema | undefined = undefined,
      Q extends TSchema | undefined = undefined,
      B extends TSchema | undefined = undefined,
    >(
      declared: Omit<Page<A, P, Q, B>, 'method' | 'access'>,
    ): Page =>
      page<A, P, Q, B>({ ...declared, method, access });
  return { get: by('GET'), post: by('POST') };
}

/** The operation id for generated clients: `putUrlByIdUpdate` for `PUT /api/url/:id/update`. */
export function operationId(method: Method, path: string): string {
  const words = path
    .replace(/^\/(apis\/php|api)(?=\/)/, '')
    .replaceAll(/[:{](\w+)\}?/g, 'by-$1')
    .split(/[^a-z0-9]+/i);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
