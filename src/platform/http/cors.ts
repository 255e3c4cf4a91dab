import cors from '@fastify/cors';
import type { FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';

/** Whether any app lists the origin among those of its scripts. */
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
 * Any site's scripts may read the APIs, with keys that they were given but never with a visitor's cookies. Origins that the
 * operator lists are answered by name, and with cookies; so are those of an app when the request has that app's key. A preflight
 * has no key: there any app's origin passes, and the request itself is then decided by its key.
 */
export async function allowOrigins(
  server: FastifyInstance,
  app: App,
  isListed: IsListedOrigin = () => Promise.resolve(false),
): Promise<void> {
  const trusted = trustedOrigins(app);
  const optionsFor = async (request: FastifyRequest): Promise<FastifyCorsOptions> => {
    const { origin } = request.headers;
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

/** Origins that the operator lists for all of the APIs. */
export const trustedOrigins = ({ config }: Pick<App, 'config'>): string[] =>
  config.CORS_ORIGINS.split(',').filter(Boolean);
