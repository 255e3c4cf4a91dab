import ipaddr from 'ipaddr.js';

export interface DeviceTraits {
  userAgent: string;
  address: string;
  /** As an app calls it. */
  name?: string | undefined;
}

/**
 * What limits by device count: the kind of browser or app, and the wider network that it is in. Changing the address
 * within a provider's network does not make another device of it; and what thousands have alike, such as a browser of
 * one version, is not one device all over the world.
 */
export function deviceKey({ userAgent, address, name = '' }: DeviceTraits): string {
  return `${networkOf(address)} ${name} ${userAgent.replace(/[\d.]+/g, '')}`;
}

/** The /16 of an IPv4 address, the /40 of an IPv6 one. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray();
  return bytes.slice(0, parsed.kind() === 'ipv4' ? 2 : 5).join('.');
}
