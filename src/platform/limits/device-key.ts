import ipaddr from 'ipaddr.js';

export interface DeviceTraits {
  userAgent: string;
  address: string;
  /** The device name sent by the app. */
  name?: string | undefined;
}

/**
 * The key of limits by device: the kind of browser or app, and its wider network. Changing the address within
 * a provider's network is still the same device, and the same browser version in different networks is not.
 */
export function deviceKey({ userAgent, address, name = '' }: DeviceTraits): string {
  return `${networkOf(address)} ${name} ${userAgent.replace(/[\d.]+/g, '')}`;
}

/** The /16 of an IPv4 address, or the /40 of an IPv6 address. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray();
  return bytes.slice(0, parsed.kind() === 'ipv4' ? 2 : 5).join('.');
}
