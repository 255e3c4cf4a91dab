import { parseJson } from '../kernel/json.ts';
import { msg, Problem } from '../kernel/problem.ts';
import { lookup as dnsLookup, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector, Dispatcher } from 'undici';
import { orAbort } from '../kernel/or-abort.ts';
import { seconds } from '../kernel/time.ts';
import type { Config } from './settings/config.ts';
import { openOrigin, openPools, performHandshake } from './outbound/connections.ts';
import type { Origin, Handshake, HandshakeOptions } from './outbound/connections.ts';
import { outboundProblem, getRecords, isPublicAddress, isWithin, parseNetworks } from './outbound/records.ts';
import type { RecordType } from './outbound/records.ts';
import { readBody, parseUrl, redirected, refusedUrl, refusePort, withDefaults } from './outbound/request.ts';
import type { OutboundRequest } from './outbound/request.ts';

interface OutboundOptions {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** Total timeout in milliseconds, from lookup to the last byte, over all hops. Default 10 s. */
  within?: number;
  /** Maximum bytes of uncompressed body. Default 5 MiB. */
  max?: number;
  /** For longer bodies: reject (default) or truncate. */
  longer?: 'refuse' | 'cut';
  /** Maximum number of redirects to follow. Default 5. With 0, a redirect itself is returned. */
  hops?: number;
  /** Reuses connections, for frequent requests to origins chosen by the operator. Follows no redirects. */
  keepAlive?: boolean;
  /** Allowed ports in addition to 80, 443, 8080 and 8443. */
  ports?: readonly number[];
  /** Also allows our own two services, even at private addresses. */
  own?: boolean;
  /** Accepts any certificate, for reporting certificate errors. Never trust the response. */
  anyCertificate?: boolean;
  signal?: AbortSignal;
}

/** One response: a redirect that was followed, or the last one. */
interface Hop {
  url: string;
  status: number;
  /** The IP address of the connection. */
  address: string;
  /** Milliseconds from the lookup to the first byte of the response. */
  waited: number;
}

interface OutboundResponse {
  /** URL of the last hop. */
  url: string;
  status: number;
  /** Lower-case names. Repeated headers are arrays. */
  headers: Readonly<Record<string, string | string[]>>;
  /** Uncompressed. */
  body: Buffer;
  /** Bytes of the body as transferred. */
  received: number;
  /** Whether `longer: 'cut'` truncated the body. */
  cut: boolean;
  hops: Hop[];
  text(): string;
  /** Throws a `Problem` if the body is not JSON. */
  json(): unknown;
}

interface HostAddress {
  address: string;
  family: 4 | 6;
}

/** All outbound requests on behalf of users. Private addresses are rejected on every hop. */
export interface Outbound {
  /**
   * Rejects with a `Problem` whose message is for the person who entered the URL. Its code is one of
   * `address_refused`, `host_unknown` (both of kind invalid), `unreachable`, `timeout`, `certificate`,
   * `redirects` or `answer_too_large`.
   */
  fetch(url: string, options?: OutboundOptions): Promise<OutboundResponse>;
  /** Returns the checked addresses of a host. Throws a `Problem` if it has none or one of them is private. */
  lookup(host: string): Promise<HostAddress[]>;
  /** TXT records of a name, with multi-part records joined. Empty if it has none. */
  texts(name: string): Promise<string[]>;
  /** Certificate authorities allowed by the CAA records of a name. Empty if it has none. */
  authorities(name: string): Promise<string[]>;
  /**
   * Performs only a TLS handshake. Rejects like `fetch`, or with the handshake's error.
   */
  handshake(url: string, options?: HandshakeOptions): Promise<Handshake>;
  /** DNS records of a public name. Empty if it has none of this type. */
  records(name: string, type: RecordType): Promise<string[]>;
  /** Ends all requests, for a process that stops. */
  close(): void;
}

const redirects = [301, 302, 303, 307, 308];

/** `dns.lookup` with `all`. Replaced in tests that resolve names to internal addresses. */
type Resolve = (name: string, options: { all: true }) => Promise<{ address: string; family: number }[]>;

/** The signature of `dns.resolveTxt`. */
type ResolveTexts = (name: string) => Promise<string[][]>;

const askForTexts: ResolveTexts = (name) => new Resolver({ timeout: seconds(3), tries: 2 }).resolveTxt(name);

export function openOutbound(
  config: Pick<Config, 'OUTBOUND_ALLOW' | 'plazaUrl'> & Partial<Pick<Config, 'hopUrl'>>,
  resolve: Resolve = dnsLookup,
  resolveTexts: ResolveTexts = askForTexts,
): Outbound {
  const exempt = parseNetworks('OUTBOUND_ALLOW', config.OUTBOUND_ALLOW);
  const agent = `Plaza (+${config.plazaUrl})`;
  const closing = new AbortController();

  const ownHosts = [config.plazaUrl, config.hopUrl ?? config.plazaUrl].map((own) => new URL(own).host);
  const isOwn = (url: URL, { own = false }: Pick<OutboundOptions, 'own'>) =>
    own && ownHosts.includes(url.host);

  /** Resolves and checks the host name of a URL. */
  const addressesOf = async (hostname: string, isTrusted = false): Promise<HostAddress[]> => {
    const name = hostname.replace(/^\[|\]$/g, '');
    const found = isIP(name) ? [{ address: name, family: isIP(name) }] : await resolve(name, { all: true });
    const isAllowed = ({ address }: { address: string }) =>
      isTrusted || isPublicAddress(address) || isWithin(address, exempt);
    if (!found.length || !found.every(isAllowed))
      throw refusedUrl(msg('This address is not on the public internet'));
    return found as HostAddress[];
  };

  /** Resolves the host of a URL and checks that its port is allowed. */
  const addressesFor = async (url: URL, options: Pick<OutboundOptions, 'own' | 'ports'>) => {
    const isTrusted = isOwn(url, options);
    const addresses = await addressesOf(url.hostname, isTrusted);
    if (!isTrusted && !addresses.every(({ address }) => isWithin(address, exempt)))
      refusePort(url, options.ports ?? []);
    return addresses;
  };

  const fetch = async (url: string, options: OutboundOptions = {}): Promise<OutboundResponse> => {
    const timeout = AbortSignal.timeout(options.within ?? seconds(10));
    const signal = AbortSignal.any([timeout, closing.signal, ...(options.signal ? [options.signal] : [])]);
    const max = options.keepAlive ? 0 : (options.hops ?? 5);
    const hops: Hop[] = [];
    let request: OutboundRequest = {
      url: parseUrl(url),
      method: options.method ?? 'GET',
      headers: withDefaults(options.headers ?? {}, agent),
      body: options.body,
    };
    for (;;) {
      const answer = await ask(request, { ...options, signal }, hops, max > 0);
      if (!('location' in answer)) return answer;
      if (hops.length > max)
        throw new Problem('unavailable', msg('Too many redirects'), { code: 'redirects' });
      request = redirected(request, answer.status, answer.location);
    }
  };

  /** Creates a connector for an origin, which connects only to checked addresses and records the one used. */
  const connectorOf =
    ({ url, peer, anyCertificate, ...allowed }: Origin): buildConnector.connector =>
    (options, callback) => {
      const connect = async () => {
        const lookup = lookupOf(await addressesFor(url, allowed));
        const { buildConnector } = await import('undici');
        const usual = { lookup, allowH2: false, timeout: 0, maxCachedSessions: 0 };
        return buildConnector({ ...usual, rejectUnauthorized: !anyCertificate });
      };
      connect().then(
        (connect) => connect(options, recordingPeer(peer, callback)),
        (error: unknown) => callback(error as Error, null),
      );
    };
  const pools = openPools(connectorOf);

  /** Sends one request, on a new or a reused connection. */
  const ask = async (
    request: OutboundRequest,
    options: OutboundOptions & { signal: AbortSignal },
    hops: Hop[],
    follow: boolean,
  ): Promise<OutboundResponse | { status: number; location: string }> => {
    const { url, method, headers, body } = request;
    const { signal, ports = [], own = false, anyCertificate = false, keepAlive = false } = options;
    const origin = { url, ports, own, anyCertificate, peer: { address: '' } };
    const began = performance.now();
    const connection = await (keepAlive ? pools(origin) : openOrigin(origin, connectorOf));
    try {
      const path = url.pathname + url.search;
      const asked = connection.dispatcher.request({ path, method, headers, body: body ?? null, signal });
      // Requests waiting for a connection do not observe the signal.
      const response = await orAbort(asked, signal);
      const { address } = connection.peer;
      hops.push({ url: url.href, status: response.statusCode, address, waited: performance.now() - began });
      const location = String(response.headers.location ?? '');
      if (follow && location && redirects.includes(response.statusCode))
        return { status: response.statusCode, location };
      return await toResponse(request, response, options, hops);
    } catch (error) {
      throw outboundProblem(error, url.hostname);
    } finally {
      // Also aborts data still being sent or received.
      if (!keepAlive) await connection.dispatcher.destroy();
    }
  };

  return {
    fetch,
    authorities: async (name) => {
      try {
        const records = await new Resolver({ timeout: seconds(3), tries: 1 }).resolveCaa(name);
        return records.flatMap(({ issue }) => issue ?? []);
      } catch (error) {
        const problem = outboundProblem(error, name);
        if (problem.code === 'host_unknown') return [];
        throw problem;
      }
    },
    handshake: async (address, options = {}) => {
      const url = parseUrl(address);
      try {
        return await performHandshake(url, await addressesFor(url, options), options);
      } catch (error) {
        throw outboundProblem(error, url.hostname);
      }
    },
    records: getRecords,
    close: () => closing.abort(),
    lookup: async (host) => {
      const name = isIP(host) === 6 ? `[${host}]` : host;
      const url = parseUrl(`http://${name}`);
      if (/[/\\?#]|:\d*$/.test(name)) throw refusedUrl(msg('This is not a valid hostname'));
      return addressesOf(url.hostname).catch((error: unknown) => {
        throw outboundProblem(error, url.hostname);
      });
    },
    texts: async (name) => {
      try {
        return (await resolveTexts(name)).map((parts) => parts.join(''));
      } catch (error) {
        const problem = outboundProblem(error, name);
        if (problem.code === 'host_unknown') return [];
        throw problem;
      }
    },
  };
}

/** A lookup with fixed addresses, so a name that resolves differently the second time cannot redirect it. */
const lookupOf =
  (addresses: HostAddress[]): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  };

/** Wraps a connector callback to record the connected address. */
const recordingPeer =
  (peer: Origin['peer'], callback: buildConnector.Callback): buildConnector.Callback =>
  (...[error, socket]) => {
    peer.address = socket?.remoteAddress ?? '';
    if (error) callback(error, null);
    else callback(null, socket);
  };

async function toResponse(
  request: OutboundRequest,
  response: Dispatcher.ResponseData,
  { max = 5 * 1024 * 1024, longer: onOversize = 'refuse' }: OutboundOptions,
  hops: Hop[],
): Promise<OutboundResponse> {
  const headers = response.headers as Record<string, string | string[]>;
  const encoding = request.method === 'HEAD' ? '' : String(headers['content-encoding'] ?? '').toLowerCase();
  const read = await readBody(response.body, encoding, max, onOversize);
  const text = () => read.body.toString('utf8');
  return {
    url: request.url.href,
    status: response.statusCode,
    headers,
    ...read,
    hops,
    text,
    json: () => {
      try {
        return parseJson(text());
      } catch (cause) {
        throw new Problem(
          'unavailable',
          msg('{hostname} did not respond with JSON', { hostname: request.url.hostname }),
          { code: 'not_json', cause },
        );
      }
    },
  };
}
