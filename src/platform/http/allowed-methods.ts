import type { FastifyInstance, FastifyRequest } from 'fastify';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

interface Known {
  method: string;
  url: string;
  /** Compiled on the first failed request. */
  pattern?: RegExp;
}

const routesOf = new WeakMap<FastifyInstance, Known[]>();

/** Records every route registered from now on, to distinguish a wrong method from a wrong path. */
export function rememberRoutes(server: FastifyInstance): void {
  const known: Known[] = [];
  routesOf.set(server, known);
  server.addHook('onRoute', ({ url, method, constraints }) => {
    // Constrained routes do not apply to all requests for the path.
    if (constraints) return;
    for (const each of [method].flat()) known.push({ method: each, url });
  });
}

/** Methods that have a route at this path. */
export function allowedMethods(server: FastifyInstance, request: FastifyRequest): string[] {
  const path = request.url.split('?')[0] ?? '';
  const found = (routesOf.get(server) ?? []).filter((route) =>
    (route.pattern ??= patternOf(route.url)).test(path),
  );
  return methods.filter((method) => found.some((route) => route.method === method));
}

const patternOf = (url: string) =>
  new RegExp(
    `^${url
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/:\w+/g, '[^/]+')
      .replace(/\\\*$/, '.*')}/?$`,
  );
