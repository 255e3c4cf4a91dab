import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Problem } from '../../kernel/problem.ts';
import type { App, Access, Rules } from '../app.ts';
import { ScopeProblem } from './agent-scopes.ts';
import { nobody } from './caller.ts';
import type { Caller } from './caller.ts';
import { clientAddress, clientOf } from './client.ts';
import type { Endpoint, EndpointCall, Upload } from './endpoint.ts';
import { operationId, RawAnswer, StreamAnswer } from './endpoint.ts';
import type { Family } from './family.ts';
import { declaredPart, renameFormer, withWireFields } from './input/declared.ts';
import { runIdempotently, IdempotencyHeader } from './idempotency.ts';
import { databaseFor } from './readers.ts';
import { useAskedLanguage, useViewerLanguage } from './reader.ts';
import { admitCall, countCall, countOperation } from './overload/limiting.ts';
import { toProblem } from './input/field-errors.ts';
import { acceptUndeclaredJson, addTextParsers } from './input/parsers.ts';
import { dropUploads, receiveUploads, refuseUnknownFiles } from './input/uploads.ts';
import { sendStream } from './families/send-stream.ts';
import { useValidation } from './input/validation.ts';
import { isRead } from './methods.ts';
import { withoutSlot } from './overload/admission.ts';
import { identifyAfterBody, recordIdentified } from './overload/slow-bodies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    uploads: Upload[];
    /** Enforces the rules of verbs for this request. */
    admit: App['admit'];
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    family?: Family;
    pages?: boolean;
    /** The rules of the verb that it calls. */
    rules?: Rules | undefined;
    /** Whether it is a form with files. */
    takesFiles?: boolean;
  }
}

/**
 * The only code that combines a family and a feature: registers each operation with its validation, limits,
 * envelope and docs. With `takesText`, handlers receive the raw body, for protocols that report input errors
 * themselves.
 */
export function mount(
  server: FastifyInstance,
  app: App,
  family: Family,
  endpoints: readonly Endpoint[],
  { takesText = false } = {},
): void {
  void server.register((scope, _options, done) => {
    useValidation(scope, { coerceBody: false });
    if (takesText) addTextParsers(scope);
    else acceptUndeclaredJson(scope);
    scope.setErrorHandler((error, request, reply) => {
      // The error occurred before the handler ran.
      dropUploads(request);
      return refuse(app, family, error, request, reply);
    });
    for (const endpoint of endpoints) add(scope, app, family, endpoint);
    done();
  });
}

function add(scope: FastifyInstance, app: App, family: Family, endpoint: Endpoint): void {
  const secure = app.config.secureCookies;
  const repeatable = family.isRepeatable?.(endpoint) ?? false;
  scope.route({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: { endpoint, family, rules: endpoint.verb?.rules },
    schema: {
      operationId: operationId(endpoint.method, endpoint.path),
      summary: endpoint.summary,
      ...(endpoint.description && { description: endpoint.description }),
      tags: [endpoint.tag],
      security: family.security(endpoint.access, endpoint),
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.query && { querystring: endpoint.query }),
      ...(endpoint.body && { body: withExample(endpoint.body, endpoint.example) }),
      ...(repeatable && { headers: IdempotencyHeader }),
      ...(endpoint.files && { consumes: ['application/json', 'multipart/form-data'] }),
      response: {
        [endpoint.status ?? 200]: described(endpoint.returns, 'Success'),
        '4xx': described(family.refusal, 'Rejected. The message gives the reason'),
        '5xx': described(family.refusal, 'Server error or temporarily unavailable'),
      },
    },
    onRequest: async (request, reply) => {
      if (family.uncached) reply.header('cache-control', 'no-store');
      const refusal = await authenticate(app, family, endpoint.access, request, reply);
      if (refusal) throw refusal;
      const beyond = family.refuseCaller?.(request.caller, endpoint);
      if (beyond) throw beyond;
      const name = `${endpoint.method} ${endpoint.path}`;
      const address = clientAddress(request);
      if (endpoint.limit) await countOperation(app, reply, name, endpoint.limit, request.caller, address);
      request.admit = await admitCall(app, reply, request, address, endpoint.verb?.rules);
      recordIdentified(app, request);
    },
    preValidation: async (request) => {
      await receiveUploads(app, request, endpoint.files);
      await identifyAfterBody(app, request, (app) => family.identify(app, request, endpoint.access));
      dropBlankQuery(request);
      request.body ??= emptyBody(endpoint.body);
      if (endpoint.waivable) fillWaived(request.body, endpoint.waivable);
      endpoint.tidy?.(request.body);
      if (endpoint.formerNames) renameFormer(request.body, endpoint.formerNames);
    },
    handler: async (request, reply) => {
      try {
        if (endpoint.files) refuseUnknownFiles(request.uploads, endpoint.files);
        const given = callOf(app, request, reply, secure, endpoint);
        const call = endpoint.prepare ? { ...given, body: (await endpoint.prepare(given)) as never } : given;
        const work = async (app: App) => {
          const body = await endpoint.handle({ ...call, app });
          const { workspace, agent } = request.caller;
          if ((workspace ?? agent) && !isRead(request))
            await family.acted?.(app, request.caller, request.url);
          return {
            status: endpoint.status ?? 200,
            body: body instanceof StreamAnswer ? body : family.serve(app, body),
          };
        };
        if (repeatable) return await runIdempotently(call.app, request, reply, work);
        const { status, body } = await work(call.app);
        if (body instanceof RawAnswer) return await sendRaw(reply, body);
        if (body instanceof StreamAnswer)
          return await sendStream(app, family, endpoint, request, reply, body);
        reply.status(status);
        return body;
      } catch (error) {
        const { fieldName } = endpoint;
        if (!fieldName) throw error;
        throw withWireFields(error, (field) => fieldName(field, request.body));
      } finally {
        dropUploads(request);
      }
    },
  });
}

/**
 * Identifies the caller and counts the call, even with wrong credentials. Returns the error if the
 * credentials are rejected.
 */
export async function authenticate(
  app: App,
  family: Family,
  access: Access,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Problem | undefined> {
  const refusal = await identify(app, family, access, request);
  const overall = family.limit(app, request.caller, clientAddress(request));
  if (overall) await countCall(app, reply, overall.rule, overall.key);
  return refusal;
}

/**
 * Identifies the caller. If the credentials are rejected, the caller stays anonymous and the error is
 * returned.
 */
async function identify(
  app: App,
  family: Family,
  access: Access,
  request: FastifyRequest,
): Promise<Problem | undefined> {
  useAskedLanguage(request);
  try {
    request.caller = await family.identify(app, request, access);
    useViewerLanguage(request.caller.viewer, request);
    return undefined;
  } catch (error) {
    return toProblem(error);
  }
}

/**
 * Builds a handler's input: what the schemas declare and nothing else. Types have been validated against the
 * schemas by now.
 */
export function callOf(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  secure: boolean,
  declared: Pick<Endpoint, 'params' | 'query' | 'body'> & { cached?: boolean },
): EndpointCall<Access, never, never, never> {
  return {
    app: {
      ...app,
      db: databaseFor(app, request, declared.cached === true),
      outbound: withoutSlot(app.outbound, request),
      admit: request.admit,
      requestId: request.id,
    },
    viewer: request.caller.viewer,
    caller: request.caller,
    client: clientOf(request, reply, secure),
    params: declaredPart(declared.params, request.params) as never,
    query: declaredPart(declared.query, request.query) as never,
    body: declaredPart(declared.body, request.body) as never,
    files: request.uploads,
  };
}

/** If all fields of a body are optional, a missing body is an empty one. */
const emptyBody = (schema: TSchema | undefined): object | undefined =>
  schema && 'properties' in schema && !('required' in schema) ? {} : undefined;

function fillWaived(body: unknown, fields: readonly string[]): void {
  if (typeof body !== 'object' || body === null) return;
  for (const field of fields) (body as Record<string, unknown>)[field] ??= '';
}

/** Removes empty parameters such as `?page=`, which count as not given. */
export function dropBlankQuery({ query }: Pick<FastifyRequest, 'query'>): void {
  const given = query as Record<string, unknown>;
  for (const [name, value] of Object.entries(given)) if (value === '') Reflect.deleteProperty(given, name);
}

/** Bypasses the operation's serializer, which is for its usual response. */
const sendRaw = (reply: FastifyReply, { status, type, text }: RawAnswer) =>
  reply
    .status(status)
    .type(type)
    .serializer((body: unknown) => String(body))
    .send(text);

/** Transforms each schema once, so compiled validators are shared wherever it is mounted. */
const memoizeBySchema = (change: (schema: TSchema, by: unknown) => TSchema) => {
  const changed = new WeakMap<TSchema, Map<unknown, TSchema>>();
  return (schema: TSchema, by: unknown): TSchema => {
    const known = changed.get(schema) ?? new Map<unknown, TSchema>();
    changed.set(schema, known);
    const created = known.get(by) ?? change(schema, by);
    known.set(by, created);
    return created;
  };
};

const described = memoizeBySchema((schema, description) => ({ description, ...schema }));

const withExample = memoizeBySchema((schema, example) =>
  example === undefined ? schema : { ...schema, examples: [example] },
);

/** Sends a problem in the family's format, with the headers of its kind. */
export function refuse(
  app: App,
  family: Family,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = toProblem(error);
  if (problem.status >= 500) request.log.error({ err: problem.cause ?? problem }, problem.message);
  if (problem.retryAfter !== undefined) reply.header('retry-after', problem.retryAfter);
  const isRefused = problem.status === 401 || problem instanceof ScopeProblem;
  if (isRefused && family.challenge && !reply.hasHeader('www-authenticate'))
    reply.header('www-authenticate', challengeOf(app, family.challenge, request, problem));
  return reply
    .status(problem.status)
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(family.refuse(app, problem));
}

function challengeOf(
  app: App,
  challenge: NonNullable<Family['challenge']>,
  request: FastifyRequest,
  problem: Problem,
): string {
  const text = typeof challenge === 'string' ? challenge : challenge(app, request);
  return problem instanceof ScopeProblem
    ? `${text.replace(/, error="invalid_token"$/, '')}, error="insufficient_scope", scope="${problem.scope}"`
    : text;
}

export function prepareRequests(server: FastifyInstance): void {
  server.decorateRequest('caller');
  server.decorateRequest('uploads');
  server.decorateRequest('admit');
  server.decorateRequest('bodyHash');
  server.addHook('onRequest', (request, _reply, done) => {
    request.caller = nobody;
    request.uploads = [];
    done();
  });
}
