import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/** Methods without side effects. */
export const isRead = ({ method }: { method?: string | undefined }): boolean =>
  method === 'GET' || method === 'HEAD';

const toRestore = new WeakSet<object>();

/**
 * Routes HEAD requests as GET. Fastify would add a second route for each, a third of all routes. Call it
 * before routing. The first hook restores the method.
 */
export function routeAsGet(request: Pick<IncomingMessage, 'method'>): void {
  if (request.method !== 'HEAD') return;
  request.method = 'GET';
  toRestore.add(request);
}

/** Answers HEAD with the headers of GET. Call it before adding other hooks. */
export function restoreHead(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    if (toRestore.delete(raw)) raw.method = 'HEAD';
    done();
  });
}

/** Omits the body of responses to HEAD. Call it after adding other hooks, which need the body. */
export function answerWithoutBody(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    if (request.method !== 'HEAD') return done(null, payload);
    if (payload instanceof Readable) payload.destroy();
    else if (!reply.hasHeader('content-length')) reply.header('content-length', lengthOf(payload));
    done(null, null);
  });
}

const lengthOf = (payload: unknown): number =>
  typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

interface Known {
  method: string;
  url: string;
  /** Compiled on the first failed request. */
  pattern?: RegExp;
}

const routesOf = new WeakMap<FastifyInstance, Known[]>();

/** Records every route registered from now on, to distinguish a wrong method from a wrong path. */
export function rememberRoutes(server: FastifyInstance): void {
  const known: Known[] = [];
  routesOf.set(server, known);
  server.addHook('onRoute', ({ url, method, constraints }) => {
    // Constrained routes do not apply to all requests for the path.
    if (constraints) return;
    for (const each of [method].flat()) known.push({ method: each, url });
  });
}

/** Methods that have a route at this path. */
export function allowedMethods(server: FastifyInstance, request: FastifyRequest): string[] {
  const path = request.url.split('?')[0] ?? '';
  const found = (routesOf.get(server) ?? []).filter((route) =>
    (route.pattern ??= patternOf(route.url)).test(path),
  );
  return methods.filter((method) => found.some((route) => route.method === method));
}

const patternOf = (url: string) =>
  new RegExp(
    `^${url
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/:\w+/g, '[^/]+')
      .replace(/\\\*$/, '.*')}/?$`,
  );
