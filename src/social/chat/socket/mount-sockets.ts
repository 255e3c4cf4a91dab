import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../../../kernel/problem.ts';
import { t } from '../../../kernel/translation/translate.ts';
import type { App } from '../../../platform/app.ts';
import { hasBadHost } from '../../../platform/http/overload/malformed.ts';
import type { Live } from '../../live/open-live.ts';
import { openSockets, type Sockets } from './open-sockets.ts';

const path = '/socket.io/';

/** Mounts Socket.IO at its default path. It is loaded on the first request. */
export function mountSockets(server: FastifyInstance, app: App, live: Live): void {
  let opened: Promise<Sockets> | undefined;
  const open = () => (opened ??= openSockets(app, live));
  server.route({
    method: ['GET', 'POST', 'OPTIONS'],
    url: path,
    schema: { hide: true },
    // The Socket.IO server reads the body itself.
    onRequest: (request, reply, done) => {
      void reply.hijack();
      open()
        .then((sockets) => {
          sockets.admit(request.raw);
          sockets.handleRequest(request.raw, reply.raw);
        })
        .catch((error: unknown) => {
          const { status, headers, body } = toRefusal(app, error);
          reply.raw.writeHead(status, headers).end(body);
        });
      done();
    },
    handler: () => undefined,
  });
  const isSocket = ({ url }: IncomingMessage) => url?.split('?')[0] === path;
  // Upgrade requests for other paths are handled as normal HTTP requests.
  Object.assign(server.server, { shouldUpgradeCallback: isSocket });
  server.server.on('upgrade', (request, socket, head) => {
    if (!isSocket(request)) return void socket.destroy();
    open()
      .then((sockets) => {
        if (hasBadHost(request)) throw new Problem('invalid', t('The Host header is missing or not valid'));
        sockets.admit(request);
        sockets.handleUpgrade(request, socket, head);
      })
      .catch((error: unknown) => {
        const { status, headers, body } = toRefusal(app, error);
        const lines = Object.entries({ ...headers, connection: 'close' }).map(
          ([name, value]) => `${name}: ${value}`,
        );
        socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`, () =>
          socket.destroy(),
        );
      });
  });
  server.addHook('preClose', (done) => {
    void (opened ? opened.then((sockets) => sockets.close()) : Promise.resolve()).finally(() => done());
  });
}

/** The response to a handshake that fails, in the form of the API. */
function toRefusal(
  app: App,
  error: unknown,
): { status: number; headers: Record<string, string | number>; body: string } {
  if (!(error instanceof Problem)) app.log.error({ err: error }, 'Socket.IO could not be opened');
  const problem = error instanceof Problem ? error : new Problem('unavailable', t('Something went wrong'));
  const body = JSON.stringify({ status: 'error', message: problem.message });
  return {
    status: problem.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      ...(problem.retryAfter !== undefined && { 'retry-after': problem.retryAfter }),
    },
    body,
  };
}
