import type { IncomingMessage } from 'node:http';
import type { Socket as Connection } from 'engine.io';
import { msg, Problem } from '../../../kernel/problem.ts';
import { minutes, seconds } from '../../../kernel/time.ts';
import type { App } from '../../../platform/app.ts';
import { createReadAddress } from '../../../platform/http/client.ts';
import { addressKey, enforce } from '../../../platform/limits.ts';

/** Maximum unsent data of a connection in characters. A slower reader is disconnected. */
const maxUnsent = 1024 * 1024;
/**
 * Messages that a client can send in a minute, twice the events that are handled, and before its session is known: each
 * asks the database for one.
 */
const maxSent = 600;
const maxSentUnknown = 3;

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
      boundSent(connection, () => (unknown.has(connection) ? maxSentUnknown : maxSent));
    },
    accept: (connection) => {
      clearTimeout(unknown.get(connection));
      unknown.delete(connection);
    },
  };
}

/** Ends a connection, and reads nothing more of it. A WebSocket would wait half a minute for its client to agree. */
function end(connection: Connection): void {
  const { socket, headers } = connection.request;
  const isWebSocket = connection.transport.name === 'websocket' && headers.upgrade !== undefined;
  connection.close(true);
  if (isWebSocket) socket.destroy();
}

/** Disconnects a client that sends more than apps do. Every event above the limit would be answered. */
function boundSent(connection: Connection, max: () => number): void {
  let [sent, until] = [0, 0];
  connection.on('data', () => {
    const now = performance.now();
    if (now >= until) [sent, until] = [0, now + minutes(1)];
    sent += 1;
    if (sent > max()) end(connection);
  });
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
