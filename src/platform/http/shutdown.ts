import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { seconds } from '../../kernel/time.ts';

/**
 * Closes connections whose request was refused before its body had arrived, such as one that is not the gzip it says: what
 * is left of the body may never be read, and then the next request on the connection would wait for an answer for ever.
 */
export function closeUnread(server: FastifyInstance): void {
  server.addHook('onSend', ({ raw }, reply, payload, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': chunked } = raw.headers;
    if (!raw.complete && (length !== '0' || chunked !== undefined)) reply.header('connection', 'close');
    done(null, payload);
  });
}

/**
 * Lets a server stop without cutting anybody off. For a moment before it closes, and until the last request is answered,
 * each answer ends its connection: one that merely looks idle may have a request on its way.
 */
export function closeGently(server: FastifyInstance): void {
  let isClosing = false;
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.addHook('preClose', async () => {
    isClosing = true;
    if (!server.server.listening) return; // nobody is connected
    // For answers whose head is gone already. Otherwise a connection is kept for more than a minute, and stopping waits for it.
    server.server.keepAliveTimeout = seconds(0.5);
    await sleep(seconds(0.3));
    // Browsers open connections ahead of their requests. Node takes one without a request for busy, and would wait for it.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
}
