import type { Config } from '../settings/config.ts';

/** Whose X-Forwarded-For is believed: nobody's, unless the operator names the proxies. */
export function trustedProxies({ TRUST_PROXY }: Config): string[] | false {
  const addresses = TRUST_PROXY.split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  return addresses.length > 0 && addresses;
}
