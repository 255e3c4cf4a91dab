import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { missing } from '../../../kernel/problem.ts';
import { sameSecret } from '../../../kernel/secrets.ts';
import type { App } from '../../app.ts';
import type { Config } from '../../settings/config.ts';
import { metricsOfAll } from '../../logging/cluster-metrics.ts';
import { metricsType } from '../../logging/metrics.ts';

/** Adds endpoints for liveness, readiness and metrics, which are not part of any API. */
export function addOperations(server: FastifyInstance, app: App): void {
  const hidden = { schema: { hide: true } };
  server.get('/healthz', hidden, () => ({ status: 'ok' }));
  server.get('/readyz', hidden, async (_request, reply) => {
    try {
      await sql`select 1`.execute(app.db);
      return { status: 'ready' };
    } catch {
      return reply.status(503).header('retry-after', 2).send({ status: 'waiting', for: 'database' });
    }
  });
  server.get('/metrics', hidden, async (request, reply) => {
    // Behind a proxy that is not configured, all requests have the proxy's address.
    const isSenderKnown = app.config.TRUST_PROXY !== '' || request.headers['x-forwarded-for'] === undefined;
    const isOperator = hasToken(app.config, request.headers.authorization);
    if (!isOperator && !(isSenderKnown && isPrivate(request.ip))) throw missing('Page');
    return reply.type(metricsType).send(await metricsOfAll());
  });
}

/** Whether the request is authorized with METRICS_TOKEN. */
function hasToken({ METRICS_TOKEN }: Pick<Config, 'METRICS_TOKEN'>, authorization = ''): boolean {
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (METRICS_TOKEN === '' || token === undefined) return false;
  return sameSecret(token, METRICS_TOKEN);
}

/** Metrics are restricted to private networks and METRICS_TOKEN. */
const isPrivate = (address: string) =>
  /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|::1$|::ffff:127\.|::ffff:10\.|f[cd])/.test(address);
