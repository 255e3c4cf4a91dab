import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { Config } from '../settings/config.ts';

/** Proxies whose X-Forwarded-For is trusted. None by default. */
export function trustedProxies({ TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>): string[] | false {
  const addresses = TRUST_PROXY.split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  return addresses.length > 0 && addresses;
}

/** Returns the client's address by the rules of Fastify's `request.ip`, for requests that bypass Fastify. */
export function createReadAddress(config: Pick<Config, 'TRUST_PROXY'>): (request: IncomingMessage) => string {
  const proxies = trustedProxies(config);
  if (!proxies) return ({ socket }) => socket.remoteAddress ?? '';
  const isTrusted = proxyAddress.compile(proxies);
  return (request) => proxyAddress.all(request, isTrusted).at(-1) ?? '';
}
