import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import type { SecureServerOptions } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createHttpServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

export interface TlsFront {
  /** `https://localhost:…`; the same port speaks plain HTTP as well. */
  url: string;
  close(): void;
}

/** Starts a server on one loopback port that speaks HTTP/1.1 and HTTP/2 over TLS, and plain HTTP. */
export async function startTlsFront(
  secure: RequestListener,
  plain: RequestListener,
  options: SecureServerOptions,
  { port = 0, isHttp1 = false } = {},
): Promise<TlsFront> {
  const tls = isHttp1
    ? createHttpsServer(options, secure)
    : createSecureServer({ allowHTTP1: true, ...options }, secure as never);
  const http = createHttpServer(plain);
  const ports = await Promise.all([listen(tls as unknown as Server), listen(http)]);
  const sockets = new Set<Socket>();
  const front = createServer((socket) => {
    sockets.add(socket);
    socket
      .on('error', () => undefined)
      .once('data', (first: Buffer) => {
        // The first byte of a TLS handshake is 22.
        const behind = connect(first[0] === 22 ? ports[0] : ports[1], '127.0.0.1');
        behind.on('error', () => socket.destroy()).write(first);
        socket.pipe(behind).pipe(socket);
      });
  });
  front.listen(port, '127.0.0.1');
  await once(front, 'listening');
  return {
    url: `https://localhost:${(front.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      front.close();
      tls.close();
      http.closeAllConnections();
      http.close();
    },
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
