import type { FastifyInstance, FastifyRequest } from 'fastify';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

interface Known {
  method: string;
  pattern: RegExp;
}

const routesOf = new WeakMap<FastifyInstance, Known[]>();

/** Remembers every route from now on, so that a wrong method can be told from a wrong address. */
export function rememberRoutes(server: FastifyInstance): void {
  const known: Known[] = [];
  routesOf.set(server, known);
  server.addHook('onRoute', ({ url, method, constraints }) => {
    // It is not for everybody who asks for this address.
    if (constraints) return;
    const pattern = new RegExp(
      `^${url
        .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .replaceAll(/:\w+/g, '[^/]+')
        .replace(/\\\*$/, '.*')}/?$`,
    );
    for (const each of [method].flat()) known.push({ method: each, pattern });
  });
}

/** Methods that would have found something at this address. */
export function allowedMethods(server: FastifyInstance, request: FastifyRequest): string[] {
  const path = request.url.split('?')[0] ?? '';
  const found = (routesOf.get(server) ?? []).filter(({ pattern }) => pattern.test(path));
  return methods.filter((method) => found.some((route) => route.method === method));
}
