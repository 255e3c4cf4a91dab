import type { FastifyInstance, FastifyRequest } from 'fastify';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

interface Known {
  method: string;
  url: string;
  /** Made when somebody first asks in vain. */
  pattern?: RegExp;
}

const routesOf = new WeakMap<FastifyInstance, Known[]>();

/** Remembers every route from now on, so that a wrong method can be told from a wrong address. */
export function rememberRoutes(server: FastifyInstance): void {
  const known: Known[] = [];
  routesOf.set(server, known);
  server.addHook('onRoute', ({ url, method, constraints }) => {
    // It is not for everybody who asks for this address.
    if (constraints) return;
    for (const each of [method].flat()) known.push({ method: each, url });
  });
}

/** Methods that would have found something at this address. */
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
