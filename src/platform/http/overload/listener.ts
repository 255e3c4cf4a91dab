import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { seconds } from '../../../kernel/time.ts';
import type { Config } from '../../settings/config.ts';

/** Node's default of five seconds is shorter than proxies and apps keep connections. */
const keepAliveTimeout = seconds(72);

/**
 * Node's HTTP server with limits on how long a request may take to arrive. Requests sent one byte at a time
 * end with 408.
 */
export function createListener(
  { REQUEST_TIMEOUT, HEADERS_TIMEOUT }: Pick<Config, 'REQUEST_TIMEOUT' | 'HEADERS_TIMEOUT'>,
  handle: RequestListener,
): Server {
  const requestTimeout = seconds(REQUEST_TIMEOUT);
  const headersTimeout = Math.min(seconds(HEADERS_TIMEOUT), requestTimeout);
  const options = {
    // Node would answer without a body. `hasBadHost` rejects such requests.
    requireHostHeader: false,
    keepAliveTimeout,
    requestTimeout,
    headersTimeout,
    // How often timeouts are checked.
    connectionsCheckingInterval: Math.min(seconds(5), headersTimeout),
  };
  return createServer(options, (request, response) => {
    // A client that requests a protocol upgrade gets HTTP. Any data it sent in the other protocol is not a
    // request.
    if (request.headers.upgrade !== undefined) response.setHeader('connection', 'close');
    handle(request, response);
  });
}
