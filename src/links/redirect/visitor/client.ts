import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { Config } from '../../../platform/settings/config.ts';
import { createReadAddress, trustedProxies } from '../../../platform/http/proxies.ts';

/**
 * Determines the client's IP address and the requested host: from trusted proxies, otherwise from the
 * connection.
 */
interface ReadClient {
  address(request: IncomingMessage): string;
  /** In lower case and without a port. '' for the default domain and for invalid hosts. */
  host(request: IncomingMessage): string;
}

/** Follows the rules of Fastify's `request.ip` and `request.host`, for requests that bypass Fastify. */
export function createReadClient(config: Config): ReadClient {
  const nameOf = createNameOf(config);
  const address = createReadAddress(config);
  const proxies = trustedProxies(config);
  if (!proxies) {
    return {
      address,
      host: ({ headers }) => nameOf(headers.host ?? ''),
    };
  }
  const isTrusted = proxyAddress.compile(proxies);
  return {
    address,
    host: ({ headers, socket }) => {
      const forwarded = headers['x-forwarded-host'];
      const isBelieved = forwarded && isTrusted(socket.remoteAddress ?? '', 0);
      return nameOf(isBelieved ? (String(forwarded).split(',').at(-1)?.trim() ?? '') : (headers.host ?? ''));
    },
  };
}

function createNameOf({ hopUrl }: Config): (header: string) => string {
  const own = new URL(hopUrl).hostname;
  let last = { header: '', name: '' }; // consecutive requests usually have the same host
  return (header) => {
    if (header !== last.header) {
      const name = header.toLowerCase().replace(/\.?(:\d+)?$/, '');
      last = { header, name: name === own || !/^[a-z0-9.-]{1,253}$/.test(name) ? '' : name };
    }
    return last.name;
  };
}
