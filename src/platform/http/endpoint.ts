import type { Static, TSchema } from 'typebox';
import type { FieldProblem } from '../../kernel/problem.ts';
import type { App } from '../app.ts';
import type { Config } from '../settings/config.ts';
import type { Html } from '../../web/html.ts';
import type { View } from '../../web/view.ts';
import type { Caller, Client, Viewer } from './caller.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: `anyone`; `app` (a signed request of a known app, or a signed-in person's own page);
 * `member` (a signed-in person, or a key or agent that acts for one); `operator` and `moderator` (a member with that permission).
 */
export type Access = 'anyone' | 'app' | 'member' | 'moderator' | 'operator';

/** How often one caller may call. Counted for every key named in `by`. */
export interface Limit {
  by: readonly ('account' | 'address')[];
  calls: number | ((config: Config) => number);
  /** Milliseconds. */
  within: number;
  /** How often from one kind of device in one wider network, where it may change its address. */
  perDevice?: Pick<Limit, 'calls' | 'within'>;
}

type ViewerFor<A extends Access> = A extends 'anyone' | 'app' ? Viewer | undefined : Viewer;
type Shape<S extends TSchema | undefined> = S extends TSchema ? Static<S> : undefined;

/** A file that arrived with a form, within the size its endpoint allows. */
export interface Upload {
  field: string;
  name: string;
  /** The declared type; trust the bytes instead. */
  type: string;
  /** The path of the temporary file until the form is handled. Undefined for what did not come over the network. */
  file?: string;
  /** All of it in memory: not for what may be large. */
  readonly body: Buffer;
}

/** The input of a handler. Nothing of Fastify: it can be called from tests. */
export interface Call<A extends Access, P, Q, B> {
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
  /** Names of the fields that files come in; a file in any other field is refused. */
  fields: readonly string[];
  /** Aliases of these fields. */
  aliases?: readonly string[];
  /** Whether a field may hold more than one file. */
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
  limit?: Limit;
  params?: P;
  query?: Q;
  body?: B;
  /** Accept files by multipart/form-data: in which fields, how many, and how large each may be in bytes. */
  files?: FileLimits;
}

/** An operation of an API, declared once: routes, checks, OpenAPI and the contract test all read this. */
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
  /** Status of success, 200 unless said otherwise. */
  status?: 200 | 201 | 202;
  /** The required scope, where the method implies another: a POST that only reads. */
  scope?: 'read' | 'write';
  /** Former names of body fields, and their present names. */
  formerNames?: Readonly<Record<string, string>>;
  /** The body's names of fields that verbs refuse by an internal name. */
  fieldName?: (field: string, body: Shape<B>) => string;
  /** Required fields of the body that a setting can make optional: omitted, they arrive as '', and `handle` decides. */
  waivable?: readonly string[];
  /** The answer, less what the family adds to every answer. */
  returns: R;
  /** A body that works as it stands, for the docs. */
  example?: Shape<B>;
  /**
   * What takes long and needs no transaction, such as hashing a password: answers the body that `handle` is given. A call
   * with an Idempotency-Key is handled inside a transaction, which this runs before.
   */
  prepare?: (call: Call<A, Shape<P>, Shape<Q>, Shape<B>>) => Promise<unknown>;
  handle: (call: Call<A, Shape<P>, Shape<Q>, Shape<B>>) => Promise<Static<R>> | Static<R>;
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
 * Operations of one part of an API for one kind of caller. `const member = operations('Posts', 'member')`, and then
 * `member.get({…})`, `member.post({…})`.
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
  return { get: by('GET'), post: by('POST'), put: by('PUT'), delete: by('DELETE') };
}

/** An answer that a protocol's library made: it is sent as it is, in no envelope. */
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

/** Where a page sends the browser next, with a word about what happened. */
export class Redirect {
  readonly to: string;
  readonly flash: Flash | undefined;
  readonly status: 303 | 302 | 301;
  constructor(to: string, flash?: Flash, status: 303 | 302 | 301 = 303) {
    this.to = to;
    this.flash = flash;
    this.status = status;
  }
}

export interface Flash {
  kind: 'success' | 'info' | 'error';
  text: string;
}

/** `303 See Other`: after a form was taken, so that a reload does not send it again. */
export const redirect = (to: string, flash?: Flash) => new Redirect(to, flash);

/** `301 Moved Permanently`: to where something is read from now on, such as with its present title. */
export const movedTo = (to: string) => new Redirect(to, undefined, 301);

/** A document that is not a page of ours (a CSV, a feed): sent as it is. */
export interface Download {
  type: string;
  body: string | Buffer | NodeJS.ReadableStream;
  headers?: Record<string, string>;
}

/** A page or a form's target. `Html` alone is a fragment for a Turbo frame or stream, sent without layout. */
export interface Page<
  A extends Access = Access,
  P extends TSchema | undefined = TSchema | undefined,
  Q extends TSchema | undefined = TSchema | undefined,
  B extends TSchema | undefined = TSchema | undefined,
> extends Declaration<A, P, Q, B> {
  method: 'GET' | 'POST';
  /** Where programs need to know of it: how `/openapi.json` describes it. */
  described?: {
    summary: string;
    description: string;
    tag: string;
    /** Media type, HTML unless said otherwise. */ type?: string;
  };
  /**
   * Kept in memory for those who are not signed in, until anything is written. Only where the answer depends on nothing
   * but the address, who is signed in, the theme and whether Markdown is asked for.
   */
  cached?: boolean;
  handle: (
    call: Call<A, Shape<P>, Shape<Q>, Shape<B>>,
  ) => Promise<View | Html | Redirect | Download> | View | Html | Redirect | Download;
  /** Shows the form again with what was typed and what is wrong with it. */
  again?: (
    call: Call<A, Shape<P>, Shape<Q>, Record<string, unknown>>,
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

/** Pages for one kind of visitor. `const member = pagesFor('member')`, and then `member.get({…})`, `member.post({…})`. */
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
