import type { IncomingMessage } from 'node:http';
import type { Socket as Connection } from 'engine.io';
import { msg, Problem } from '../../../kernel/problem.ts';
import { minutes, seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { createReadAddress } from '../../../platform/http/client.ts';
import { addressKey, enforce } from '../../../platform/limits.ts';

/** Maximum unsent data of a connection in characters. A slower reader is disconnected. */
const maxUnsent = 1024 * 1024;

/** Limits connections by network address, before it is known who connects. */
interface SocketLimits {
  /** Counts a handshake. Throws a `Problem` if the address has started, or holds, too many connections. */
  admit(request: IncomingMessage): void;
  /** Counts an open connection until it closes. Ends it if it is not accepted in time. */
  watch(connection: Connection): void;
  /** Marks a connection as that of a session. */
  accept(connection: Connection): void;
}

export function openSocketLimits(app: App): SocketLimits {
  const { SOCKET_HANDSHAKE_LIMIT, SOCKETS_PER_ADDRESS, SOCKET_SIGN_IN_SECONDS } = app.config;
  const rule = { name: 'chat:handshake', calls: SOCKET_HANDSHAKE_LIMIT, within: minutes(1), local: true };
  const readAddress = createReadAddress(app.config);
  const keyOf = (request: IncomingMessage) => addressKey(readAddress(request));
  const open = new Map<string, number>();
  const unknown = new Map<Connection, NodeJS.Timeout>();
  return {
    admit: (request) => {
      const key = keyOf(request);
      if ((open.get(key) ?? 0) >= SOCKETS_PER_ADDRESS)
        throw new Problem('throttled', msg('Too many connections from your network'), { retryAfter: 30 });
      enforce(app.limits.consumeHere(rule, key));
    },
    watch: (connection) => {
      const key = keyOf(connection.request);
      const count = (open.get(key) ?? 0) + 1;
      open.set(key, count);
      const timer = setTimeout(() => end(connection), seconds(SOCKET_SIGN_IN_SECONDS)).unref();
      unknown.set(connection, timer);
      connection.once('close', () => {
        const left = (open.get(key) ?? 1) - 1;
        if (left > 0) open.set(key, left);
        else open.delete(key);
        clearTimeout(timer);
        unknown.delete(connection);
      });
      // Concurrent handshakes are admitted before they are counted.
      if (count > SOCKETS_PER_ADDRESS) end(connection);
      boundUnsent(connection);
    },
    accept: (connection) => {
      clearTimeout(unknown.get(connection));
      unknown.delete(connection);
    },
  };
}

/** Ends a connection. A WebSocket would wait half a minute for its client to agree. */
function end(connection: Connection): void {
  const { socket, headers } = connection.request;
  if (connection.transport.name === 'websocket' && headers.upgrade !== undefined) socket.destroy();
  else connection.close(true);
}

/** Disconnects a client that does not read. Its app loads missed events through the API. */
function boundUnsent(connection: Connection): void {
  let unsent = 0;
  connection.on('packetCreate', ({ data }: { data?: unknown }) => {
    if (unsent > maxUnsent) return end(connection);
    unsent += typeof data === 'string' || Buffer.isBuffer(data) ? data.length : 0;
  });
  // The transport takes the whole buffer once the client has read the last one.
  connection.on('flush', () => (unsent = 0));
}
