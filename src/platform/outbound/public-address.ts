import ipaddr from 'ipaddr.js';
import { ConfigError } from '../settings/config.ts';

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
const inside = new Set(['168.63.129.16']);
/** All address space in use. The rest is unassigned or wraps an IPv4 address (mapped, compatible, NAT64). */
const globalUnicast: Network = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an address (as printed by the resolver or in a URL) belongs to the public internet. Invalid
 * addresses do not.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || inside.has(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || isWithin(address, [globalUnicast]);
}
