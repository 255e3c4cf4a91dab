import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Methods without side effects. */
export const isRead = ({ method }: { method?: string | undefined }): boolean =>
  method === 'GET' || method === 'HEAD';

const toRestore = new WeakSet<object>();

/**
 * HEAD finds the route of GET. Fastify would add a second route to each, a third of all that are mounted. Call it before a
 * route is looked for; the method is HEAD again from the first hook on.
 */
export function routeAsGet(request: Pick<IncomingMessage, 'method'>): void {
  if (request.method !== 'HEAD') return;
  request.method = 'GET';
  toRestore.add(request);
}

/** Answers HEAD with the headers of GET. Call it before other hooks are added. */
export function restoreHead(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    if (toRestore.delete(raw)) raw.method = 'HEAD';
    done();
  });
}

/** Omits the body of an answer to HEAD. Call it after other hooks are added: they look at the body. */
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
