import { LRUCache } from 'lru-cache';
import type { buildConnector, Dispatcher } from 'undici';
import { seconds } from '../../kernel/time.ts';

/** The origin of connections and what is allowed for it. */
export interface Origin {
  url: URL;
  /** Allowed ports in addition to the usual ones. */
  ports: readonly number[];
  /** Whether our own two services are allowed, even at private addresses. */
  own: boolean;
  anyCertificate: boolean;
  /** The address of the last connection. */
  peer: { address: string };
}

interface Connection {
  dispatcher: Dispatcher;
  peer: Origin['peer'];
}

type ConnectorOf = (origin: Origin) => buildConnector.connector;

/** Shorter than servers keep idle connections, so none is used while the server is closing it. */
const idleTimeout = seconds(3);
const maxConnections = 32;
/** The least recently used are closed first. */
const maxOrigins = 50;

/** Opens a single connection. */
export async function openOrigin(origin: Origin, connectorOf: ConnectorOf): Promise<Connection> {
  const { Client } = await import('undici');
  return { dispatcher: new Client(origin.url.origin, { connect: connectorOf(origin) }), peer: origin.peer };
}

/** Pools of reusable connections by origin. An address is checked when connecting. */
export function openPools(connectorOf: ConnectorOf): (origin: Origin) => Promise<Connection> {
  const pools = new LRUCache<string, Connection>({
    max: maxOrigins,
    dispose: ({ dispatcher }) => void dispatcher.close(),
  });
  return async (origin) => {
    const { Pool } = await import('undici');
    const key = `${origin.url.origin} ${origin.ports.join()} ${origin.own} ${origin.anyCertificate}`;
    const known = pools.get(key);
    if (known) return known;
    const dispatcher = new Pool(origin.url.origin, {
      connect: connectorOf(origin),
      connections: maxConnections,
      keepAliveTimeout: idleTimeout,
      keepAliveMaxTimeout: idleTimeout,
    });
    const opened = { dispatcher, peer: origin.peer };
    pools.set(key, opened);
    return opened;
  };
}
