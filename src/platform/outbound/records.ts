import ipaddr from 'ipaddr.js';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { seconds } from '../../kernel/time.ts';
import { msg, Problem } from '../../kernel/problem.ts';
import { ConfigError } from '../settings/config.ts';
import { refusedUrl, invalidHeader } from './request.ts';

export const recordTypes = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SOA', 'CAA', 'SRV'] as const;

/** `PTR` takes an address instead of a name. */
export type RecordType = (typeof recordTypes)[number] | 'PTR';

/** Names that are only valid inside a network. */
const inside =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|in-addr\.arpa|ip6\.arpa)$/;
const publicName = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.){1,10}[a-z0-9-]{2,63}\.?$/;

/** DNS records of a public name as text, in a stable order. Empty if it has none of this type. */
export async function getRecords(given: string, type: RecordType): Promise<string[]> {
  const name = isIP(given)
    ? given
    : new URL(`http://${encodeURI(given)}`.slice(0, 400)).hostname.toLowerCase();
  if (
    type === 'PTR' ? !isPublicAddress(name) : !publicName.test(name) || inside.test(name.replace(/\.$/, ''))
  )
    throw refusedUrl(msg('This is not a public hostname'));
  try {
    return (await ask(new Resolver({ timeout: seconds(3), tries: 2 }), name, type)).sort();
  } catch (error) {
    const problem = outboundProblem(error, name);
    if (problem.code === 'host_unknown') return [];
    throw problem;
  }
}

async function ask(resolver: Resolver, name: string, type: RecordType): Promise<string[]> {
  switch (type) {
    case 'PTR':
      return resolver.reverse(name);
    case 'MX':
      return (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`);
    case 'TXT':
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    case 'SOA': {
      const { nsname, hostmaster, serial, refresh, retry, expire, minttl } = await resolver.resolveSoa(name);
      return [[nsname, hostmaster, serial, refresh, retry, expire, minttl].join(' ')];
    }
    case 'CAA':
      return (await resolver.resolveCaa(name)).map(({ critical, ...rule }) =>
        [critical, ...Object.entries(rule).flat()].join(' '),
      );
    case 'SRV':
      return (await resolver.resolveSrv(name)).map((each) =>
        [each.priority, each.weight, each.port, each.name].join(' '),
      );
    default:
      return resolver.resolve(name, type);
  }
}

type Network = [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** Parses comma-separated CIDRs or single addresses. */
export function parseNetworks(setting: string, text: string): Network[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter(Boolean).map((part) => {
    try {
      if (part.includes('/')) return ipaddr.parseCIDR(part);
      const address = ipaddr.parse(part);
      return [address, address.kind() === 'ipv4' ? 32 : 128];
    } catch {
      throw new ConfigError(`${setting}: ${part} is neither an address nor a network such as 10.0.0.0/8.`);
    }
  });
}

export const isWithin = (address: string, networks: readonly Network[]): boolean => {
  const parsed = ipaddr.parse(address);
  return networks.some(
    ([network, bits]) => network.kind() === parsed.kind() && parsed.match([network, bits]),
  );
};

/** In a public range, but only reachable inside a data center (Azure's host agent). */
const hostAgents = new Set(['168.63.129.16']);
/** All address space in use. The rest is unassigned or wraps an IPv4 address (mapped, compatible, NAT64). */
const globalUnicast: Network = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an address (as printed by the resolver or in a URL) belongs to the public internet. Invalid
 * addresses do not.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || hostAgents.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || isWithin(address, [globalUnicast]);
}

const unknownName = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NONAME']);
const badCertificate = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_MISMATCH)/;

/** The error of an outbound request, with a message for the person who entered the URL. */
export function outboundProblem(error: unknown, host: string): Problem {
  if (error instanceof Problem) return error;
  const { code = '', name } = error as { code?: string | number; name?: string };
  if (code === 'UND_ERR_INVALID_ARG') return invalidHeader();
  if (unknownName.has(String(code)))
    return new Problem('invalid', msg('The host {host} does not exist', { host }), {
      field: 'url',
      code: 'host_unknown',
      cause: error,
    });
  if (name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return new Problem('unavailable', msg('{host} took too long to answer', { host }), {
      code: 'timeout',
      cause: error,
    });
  if (badCertificate.test(String(code)))
    return new Problem('unavailable', msg('The certificate of {host} is not valid', { host }), {
      code: 'certificate',
      cause: error,
    });
  return new Problem('unavailable', msg('{host} could not be reached', { host }), {
    code: 'unreachable',
    cause: error,
  });
}
