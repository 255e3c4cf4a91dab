import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A proxy between the server and PostgreSQL that can silently drop all traffic, like a lost route. */
export interface Proxy {
  host: string;
  port: number;
  /** Drops traffic in both directions, on existing and new connections. */
  drop(): void;
  /** Lets new connections work again. Existing ones stay dead. */
  heal(): void;
  close(): Promise<void>;
}

/** @param to the folder of PostgreSQL's socket or its host, and its port */
export async function startProxy(to: { host: string; port: number }): Promise<Proxy> {
  let isDropping = false;
  const ends = new Set<Socket>();
  const server = createServer((near) => {
    if (isDropping) {
      near.resume().on('error', () => undefined);
      ends.add(near);
      return;
    }
    const far = to.host.startsWith('/')
      ? connect(`${to.host}/.s.PGSQL.${to.port}`)
      : connect(to.port, to.host);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      let isDead = false;
      ends.add(from);
      from.on('error', () => undefined);
      from.on('data', (bytes) => {
        isDead ||= isDropping;
        if (!isDead) into.write(bytes);
      });
      from.on('close', () => {
        ends.delete(from);
        if (!isDead && !isDropping) into.destroy();
      });
      deaths.add(() => (isDead = true));
    }
  });
  const deaths = new Set<() => void>();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    drop: () => {
      isDropping = true;
      for (const die of deaths) die();
      deaths.clear();
    },
    heal: () => (isDropping = false),
    close: async () => {
      for (const end of ends) end.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
