import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import { seconds } from '../../../kernel/time.ts';
import type { Config } from '../../settings/config.ts';

/** Node's five seconds are shorter than proxies and apps keep connections. */
const keepAliveTimeout = seconds(72);

/** Node's HTTP server with bounds on how long a request may take to arrive: one sent a byte at a time ends with 408. */
export function createListener(
  { REQUEST_TIMEOUT, HEADERS_TIMEOUT }: Pick<Config, 'REQUEST_TIMEOUT' | 'HEADERS_TIMEOUT'>,
  handle: RequestListener,
): Server {
  const requestTimeout = seconds(REQUEST_TIMEOUT);
  const headersTimeout = Math.min(seconds(HEADERS_TIMEOUT), requestTimeout);
  const options = {
    keepAliveTimeout,
    requestTimeout,
    headersTimeout,
    // How late a request may be found out.
    connectionsCheckingInterval: Math.min(seconds(5), headersTimeout),
  };
  return createServer(options, (request, response) => {
    // A client that asks for another protocol continues in HTTP; what it sent ahead in the other one is no request.
    if (request.headers.upgrade !== undefined) response.setHeader('connection', 'close');
    handle(request, response);
  });
}
