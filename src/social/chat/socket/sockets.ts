import type { Socket as Connection } from 'engine.io';
import type { FastifyInstance } from 'fastify';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { findRecentSession, findSession } from '../../../identity/sessions/sessions.ts';
import { Problem, msg } from '../../../kernel/problem.ts';
import { seconds } from '../../../kernel/time.ts';
import { admitMember } from '../../../platform/http/overload/limiting.ts';
import type { App } from '../../../platform/app.ts';
import { hasBadHost } from '../../../platform/http/overload/malformed.ts';
import type { Live } from '../../live/open-live.ts';
import { clientEvents, handleEvent, socketStream } from './events.ts';
import { openSocketLimits } from './socket-limits.ts';
import { t } from '../../../web/translation/translate.ts';

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
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
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
        if (hasBadHost(request)) throw new Problem('invalid', msg('The Host header is missing or not valid'));
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
  const problem = error instanceof Problem ? error : new Problem('unavailable', msg('Something went wrong'));
  const body = JSON.stringify({ status: 'error', message: t(problem.text) });
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

/** Maximum size of a client event in bytes. */
const largest = 64 * 1024;

/** The Socket.IO server that existing apps use in addition to the API. */
interface Sockets {
  /** Throws a `Problem` if the request would start one connection too many. */
  admit(request: IncomingMessage): void;
  handleRequest(request: IncomingMessage, response: ServerResponse): void;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

/**
 * Opens the Socket.IO server, which is loaded on first use. Each connection is a live stream of its account,
 * fed from the outbox, so it can be in any process. Long polling requires all requests of a connection to
 * reach the same process.
 */
async function openSockets(app: App, live: Live): Promise<Sockets> {
  const { Server } = await import('socket.io');
  const { Server: Engine } = await import('engine.io');
  const engine = new Engine({
    transports: app.config.WORKERS > 1 ? ['websocket'] : ['polling', 'websocket'],
    maxHttpBufferSize: largest,
    // The default. A compressed message of a few bytes can expand to megabytes.
    perMessageDeflate: false,
  });
  const limits = openSocketLimits(app);
  const upgraded = new Set<Duplex>();
  engine.on('connection', (connection: Connection) => limits.watch(connection));
  const io = new Server({ serveClient: false });
  io.bind(engine);
  io.use((socket, next) => {
    const { token } = socket.handshake.auth as { token?: unknown };
    const session =
      typeof token === 'string' && token.length < 2000 ? findSession(app, token) : Promise.resolve(undefined);
    session.then(
      (found) => {
        Object.assign(socket.data as object, found);
        next(found ? undefined : new Error('The session has ended or the token is not valid'));
        // Once the client has been told. Another token needs another connection, which is counted.
        if (!found) setImmediate(() => socket.conn.close());
      },
      () => next(new Error('Unavailable')),
    );
  });
  io.on('connection', (socket) => {
    limits.accept(socket.conn);
    const { viewer, id: sessionId } = socket.data as NonNullable<Awaited<ReturnType<typeof findSession>>>;
    try {
      live.attach(viewer, (onClose) => socketStream(app, socket, { viewer, sessionId, onClose }));
    } catch (error) {
      if (error instanceof Problem) socket.emit('event_server_error', { message: t(error.text) });
      socket.disconnect(true);
      return;
    }
    const { token } = socket.handshake.auth as { token: string };
    let looked: Promise<unknown> = Promise.resolve();
    for (const name of Object.keys(clientEvents))
      socket.on(name, (sent: unknown, acknowledge: unknown) => {
        // As for each request: the session may have ended, and the account changed. In the order of the events.
        const session = looked.then(() => findRecentSession(app, token));
        looked = session.catch(() => undefined);
        void session
          .then(async (found) => {
            if (!found) {
              socket.disconnect(true);
              return;
            }
            const admitted = admitMember(app, found.viewer, socket.handshake.address);
            const { answer, problem } = await handleEvent(admitted, found.viewer, name, sent);
            if (problem) socket.emit('event_server_error', { message: t(problem.text) });
            if (typeof acknowledge === 'function') (acknowledge as (answer: object) => void)(answer);
          })
          .catch((error: unknown) => {
            app.log.warn({ err: error }, 'the session of a socket could not be checked');
            socket.disconnect(true);
          });
      });
  });
  return {
    admit: (request) => {
      if (!isOfConnection(request)) limits.admit(request);
    },
    handleRequest: (request, response) => engine.handleRequest(request, response),
    handleUpgrade: (request, socket, head) => {
      upgraded.add(socket);
      socket.once('close', () => upgraded.delete(socket));
      engine.handleUpgrade(request, socket, head);
    },
    close: async () => {
      await io.close();
      engine.close();
      // A client that does not respond to being closed would delay the end of the service by half a minute.
      setTimeout(() => upgraded.forEach((each) => each.destroy()), seconds(1)).unref();
    },
  };
}

/** Whether the request belongs to a connection that was started before. */
const isOfConnection = ({ url = '' }: IncomingMessage): boolean => /[?&]sid=[^&]/.test(url);
