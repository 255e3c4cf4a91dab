import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A proxy before PostgreSQL that can cut a connection while it commits. */
export interface CommitProxy {
  host: string;
  port: number;
  /**
   * Cuts the next connection that commits: `after` the server has committed, so that only the response is lost, or
   * `before` the server receives it.
   */
  loseNext(when: 'before' | 'after'): void;
  close(): Promise<void>;
}

/** @param to the folder of PostgreSQL's socket or its host, and its port */
export async function startCommitProxy(to: { host: string; port: number }): Promise<CommitProxy> {
  let losing: 'before' | 'after' | undefined;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = to.host.startsWith('/')
      ? connect(`${to.host}/.s.PGSQL.${to.port}`)
      : connect(to.port, to.host);
    const cut = () => {
      losing = undefined;
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    let prepared: string | undefined;
    near.on('data', (bytes) => {
      prepared ??= /P[^]{4}([^\0]*)\0commit\0/.exec(bytes.toString('latin1'))?.[1];
      if (losing === 'before' && prepared !== undefined && bytes.includes(`\0${prepared}\0`)) cut();
      else far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (losing === 'after' && bytes.includes('COMMIT\0')) cut();
      else near.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    loseNext: (when) => (losing = when),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
