import { LRUCache } from 'lru-cache';
import type { buildConnector, Dispatcher } from 'undici';
import { seconds } from '../../kernel/time.ts';
import type { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect, type PeerCertificate, type SecureVersion } from 'node:tls';

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

export interface HandshakeOptions {
  /** The only version to offer. By default 1.2 and 1.3. */
  version?: SecureVersion;
  /** In milliseconds. Default 5 s. */
  within?: number;
  /** Also allows our own two services, even at private addresses. */
  own?: boolean;
  signal?: AbortSignal;
}

/** The result of a TLS handshake. `distrust` says why a certificate is not trusted. */
export interface Handshake {
  /** Such as `TLSv1.3`. */
  version: string;
  /** OpenSSL's name: `TLS_AES_256_GCM_SHA384`, `ECDHE-RSA-AES128-GCM-SHA256`. */
  cipher: string;
  /** `h2`, `http/1.1`, or empty if the server chooses none. */
  protocol: string;
  /** Error code of the chain or the name. Empty if the certificate is trusted. */
  distrust: string;
  certificate: X509Certificate | undefined;
  subject: string;
}

/** Performs only a handshake with one of the checked addresses. */
export async function performHandshake(
  url: URL,
  addresses: readonly { address: string; family: number }[],
  { version, within = seconds(5), signal }: HandshakeOptions,
): Promise<Handshake> {
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host: addresses[0]?.address ?? '',
    port: Number(url.port || 443),
    ...(!isIP(name) && { servername: name }),
    // Certificate errors are reported, not rejected.
    rejectUnauthorized: false,
    ALPNProtocols: ['h2', 'http/1.1'],
    ...(version && { minVersion: version, maxVersion: version }),
    // By default, OpenSSL does not offer insecure ciphers.
    ...(version && /^TLSv1(\.1)?$/.test(version) && { ciphers: 'ALL:@SECLEVEL=0' }),
  });
  const timeout = AbortSignal.timeout(within);
  try {
    await once(socket, 'secureConnect', { signal: signal ? AbortSignal.any([timeout, signal]) : timeout });
    const peer = socket.getPeerCertificate() as Partial<PeerCertificate>;
    return {
      version: socket.getProtocol() ?? '',
      cipher: socket.getCipher().name,
      protocol: socket.alpnProtocol === false ? '' : (socket.alpnProtocol ?? ''),
      distrust: socket.authorized ? '' : codeOf(socket.authorizationError),
      certificate: socket.getPeerX509Certificate(),
      subject: [peer.subject?.CN ?? name].flat().join(', '),
    };
  } catch (error) {
    // An abort error has no details; the signal has the reason.
    throw timeout.aborted ? timeout.reason : error;
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}

const codeOf = (error: unknown): string =>
  typeof error === 'string' ? error : ((error as { code?: string } | null)?.code ?? 'UNKNOWN');
