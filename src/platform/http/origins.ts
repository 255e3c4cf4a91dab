import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem, msg } from '../../kernel/problem.ts';
import type { App } from '../app.ts';

/** Whether any app has registered the origin. */
export type IsListedOrigin = (app: App, origin: string) => Promise<boolean>;

const openAddresses = /^\/(apis\/php|api|citations|openapi\.json|llms-full|\.well-known|agent|oauth2|a2a)\b/;

const longestOrigin = 255;

const shared: FastifyCorsOptions = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: [
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
    'retry-after',
    'idempotent-replayed',
    'payment-required',
    'payment-response',
    'x-payment-response',
  ],
  strictPreflight: false,
  maxAge: 600,
};

/**
 * Allows scripts of any site to read the APIs, with keys but never with a visitor's cookies. Origins listed
 * by the operator are echoed and may send cookies. So are an app's origins if the request has that app's key.
 * Preflights have no key, so they accept the origins of all apps, and the key of the actual request decides.
 */
export async function allowOrigins(
  server: FastifyInstance,
  app: App,
  base: string,
  isListed: IsListedOrigin = () => Promise.resolve(false),
): Promise<void> {
  const trusted = trustedOrigins(app);
  const optionsFor = async (request: FastifyRequest): Promise<FastifyCorsOptions> => {
    const { origin } = request.headers;
    // Without the site itself and the listed origins, no script may call MCP.
    if (/^\/mcp(?![^?])/.test(request.url))
      return {
        ...shared,
        exposedHeaders: [...(shared.exposedHeaders as string[]), 'www-authenticate'],
        origin: [base, ...trusted],
      };
    if (!openAddresses.test(request.url)) return { ...shared, origin: false };
    const isTrusted = origin !== undefined && (trusted.includes(origin) || (await passes(request, origin)));
    return { ...shared, origin: isTrusted ? [origin] : '*', credentials: isTrusted };
  };
  const passes = async ({ method, url, headers }: FastifyRequest, origin: string) =>
    method === 'OPTIONS' &&
    headers['access-control-request-method'] !== undefined &&
    url.startsWith('/apis/php') &&
    origin.length <= longestOrigin &&
    (await isListed(app, origin));

  await server.register(cors, { delegator: optionsFor });
  server.addHook('onSend', (request, reply, _payload, done) => {
    const { origin } = request.headers;
    if (origin !== undefined && request.caller.client?.origins.includes(origin)) {
      reply.header('access-control-allow-origin', origin);
      reply.header('access-control-allow-credentials', 'true');
    }
    done();
  });
}

/** Origins that the operator allows for all APIs. */
export const trustedOrigins = ({ config }: Pick<App, 'config'>): string[] =>
  config.CORS_ORIGINS.split(',').filter(Boolean);

/**
 * Rejects forms submitted from other sites (CSRF). Browsers send Sec-Fetch-Site or at least Origin. A client
 * that sends neither is not a browser, so it sends no cookies automatically.
 */
export function rejectCrossSiteForms(request: FastifyRequest, base: string): void {
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin' || site === 'none') return;
  const origin = request.headers.origin;
  if (site === undefined && origin === undefined) return;
  if (site === undefined && origin !== undefined && isOurs(origin, request, base)) return;
  throw new Problem('forbidden', msg('This form was submitted from another site'));
}

/** Whether the `Origin` is the service's own. */
export function isOurs(origin: string, request: Pick<FastifyRequest, 'host'>, base: string): boolean {
  const sent = URL.parse(origin);
  return sent !== null && (sent.host === request.host || sent.origin === new URL(base).origin);
}
