import type { FastifyInstance } from 'fastify';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { seconds } from '../../kernel/time.ts';
import type { Config } from '../settings/config.ts';

/** Node's default of five seconds is shorter than proxies and apps keep connections. */
const keepAliveTimeout = seconds(72);

/**
 * Node's HTTP server with limits on how long a request may take to arrive. Requests sent one byte at a time
 * end with 408.
 */
export function createListener(
  { REQUEST_TIMEOUT, HEADERS_TIMEOUT }: Pick<Config, 'REQUEST_TIMEOUT' | 'HEADERS_TIMEOUT'>,
  handle: RequestListener,
): Server {
  const requestTimeout = seconds(REQUEST_TIMEOUT);
  const headersTimeout = Math.min(seconds(HEADERS_TIMEOUT), requestTimeout);
  const options = {
    // Node would answer without a body. `hasBadHost` rejects such requests.
    requireHostHeader: false,
    keepAliveTimeout,
    requestTimeout,
    headersTimeout,
    // How often timeouts are checked.
    connectionsCheckingInterval: Math.min(seconds(5), headersTimeout),
  };
  return createServer(options, (request, response) => {
    // A client that requests a protocol upgrade gets HTTP. Any data it sent in the other protocol is not a
    // request.
    if (request.headers.upgrade !== undefined) response.setHeader('connection', 'close');
    handle(request, response);
  });
}

/**
 * Closes connections whose request was rejected before its body arrived, such as invalid gzip data. The rest
 * of the body may never be read, and the next request on the connection would wait forever.
 */
export function closeUnread(server: FastifyInstance): void {
  server.addHook('onSend', ({ raw }, reply, payload, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': chunked } = raw.headers;
    if (!raw.complete && (length !== '0' || chunked !== undefined)) reply.header('connection', 'close');
    done(null, payload);
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Announces that the server will close: it is not ready any more, and each response closes its connection, so that
     * clients that reuse connections have left when it closes.
     */
    announceStop: () => void;
    isStopping: () => boolean;
  }
}

/** How long a connection must have been silent before it is closed: its next request may be on its way. */
const silence = seconds(0.5);
const checkEvery = seconds(0.1);

/** How long requests may take after the server stopped listening. */
const longestWait = seconds(6);

/**
 * Lets a server answer every request that it has accepted before it closes. After it stopped listening, connections
 * are closed when nothing arrives on them any more. Node would close them at once, with requests that it has not read.
 */
export function closeGracefully(server: FastifyInstance): void {
  let isStopping = false;
  const sockets = new Set<Socket>();
  const http = server.server;
  http.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.decorate('isStopping', () => isStopping);
  server.decorate('announceStop', () => {
    if (isStopping) return;
    isStopping = true;
    // Before the handlers, which send headers.
    http.prependListener('request', (_request, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
  });
  // For requests that were in progress.
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done(null, payload);
  });
  server.addHook('preClose', (done) => {
    server.announceStop();
    if (http.listening) {
      http.closeIdleConnections = () => undefined;
      // For responses whose headers were already sent.
      http.keepAliveTimeout = silence;
      const stop = endSilent(http, sockets);
      http.once('close', stop);
    }
    done();
  });
}

/** Ends connections that have been silent since the server stopped listening, and all after the longest wait. */
function endSilent(http: Server, sockets: ReadonlySet<Socket>): () => void {
  const seen = new Map<Socket, { bytes: number; at: number }>();
  let closed = Infinity;
  const check = () => {
    if (http.listening) return;
    const now = Date.now();
    closed = Math.min(closed, now);
    if (now - closed > longestWait) http.closeAllConnections();
    for (const socket of sockets) {
      const known = seen.get(socket);
      if (known?.bytes !== socket.bytesRead || isBusy(socket))
        seen.set(socket, { bytes: socket.bytesRead, at: now });
      // The client may be sending, and would get a reset from a socket that is destroyed.
      else if (now - known.at > 2 * silence) socket.destroy();
      else if (now - known.at > silence && socket.writable) socket.end();
    }
  };
  // After the phase in which sockets are read: a busy process is behind with reading.
  const timer = setInterval(() => setImmediate(check), checkEvery);
  return () => clearInterval(timer);
}

/** Whether a response is awaited. Node assigns it to the socket when it has read the head of the request. */
const isBusy = (socket: Socket): boolean => Boolean((socket as { _httpMessage?: unknown })._httpMessage);
