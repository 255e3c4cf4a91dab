import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { App } from '../../../platform/app.ts';
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
      open().then(
        (sockets) => sockets.handleRequest(request.raw, reply.raw),
        (error: unknown) => {
          app.log.error({ err: error }, 'Socket.IO could not be opened');
          reply.raw.writeHead(503).end();
        },
      );
      done();
    },
    handler: () => undefined,
  });
  const isSocket = ({ url }: IncomingMessage) => url?.split('?')[0] === path;
  // Upgrade requests for other paths are handled as normal HTTP requests.
  Object.assign(server.server, { shouldUpgradeCallback: isSocket });
  server.server.on('upgrade', (request, socket, head) => {
    if (!isSocket(request)) return void socket.destroy();
    open().then(
      (sockets) => sockets.handleUpgrade(request, socket, head),
      () => socket.destroy(),
    );
  });
  server.addHook('preClose', (done) => {
    void (opened ? opened.then((sockets) => sockets.close()) : Promise.resolve()).finally(() => done());
  });
}
