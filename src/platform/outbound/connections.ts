import { LRUCache } from 'lru-cache';
import type { buildConnector, Dispatcher } from 'undici';
import { seconds } from '../../kernel/time.ts';

/** Where connections lead to. */
export interface Origin {
  url: URL;
  /** Ports that are allowed beside the usual ones. */
  ports: readonly number[];
  /** Our own two services may be asked too, wherever they are. */
  own: boolean;
  anyCertificate: boolean;
  /** The address that was connected to last. */
  peer: { address: string };
}

interface Connection {
  dispatcher: Dispatcher;
  peer: Origin['peer'];
}

type ConnectorOf = (origin: Origin) => buildConnector.connector;

/** Shorter than servers keep an idle connection, so that none is used that the other end is closing. */
const idleTimeout = seconds(3);
const maxConnections = 32;
/** Those used longest ago are closed first. */
const maxOrigins = 50;

/** A single connection. */
export async function openOrigin(origin: Origin, connectorOf: ConnectorOf): Promise<Connection> {
  const { Client } = await import('undici');
  return { dispatcher: new Client(origin.url.origin, { connect: connectorOf(origin) }), peer: origin.peer };
}

/** Connections that are used again, by origin: an address is checked when it is connected to. */
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
