import type { FastifyInstance } from 'fastify';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
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

/**
 * Lets a server stop gracefully. Shortly before it closes, and until the last response, each response closes
 * its connection, because an idle connection may have a request in flight.
 */
export function closeGracefully(server: FastifyInstance): void {
  let isClosing = false;
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.addHook('preClose', async () => {
    isClosing = true;
    if (!server.server.listening) return; // no connections
    // For responses whose headers were already sent. Otherwise their connections would delay shutdown for
    // more than a minute.
    server.server.keepAliveTimeout = seconds(0.5);
    await sleep(seconds(0.3));
    // Browsers preconnect. Node counts a connection without a request as active and would wait for it.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
}
