import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { App } from '../src/platform/app.ts';
import { loadAssets } from '../src/platform/http/assets/assets.ts';
import { linksServer } from '../src/servers/links.ts';
import { socialServer } from '../src/servers/social.ts';

/** One service's server, ready to be asked by `inject`, and everything that was mounted on it. */
export interface Mounted {
  server: FastifyInstance;
  routes: RouteOptions[];
}

/** Both services as they are put together for people, without listening. Close their servers afterwards. */
export async function mountBoth(app: App): Promise<{ plaza: Mounted; hop: Mounted }> {
  const assets = await loadAssets();
  const mounted = async (create: () => Promise<FastifyInstance>): Promise<Mounted> => {
    const { result: server, routes } = await watchRoutes(create);
    await server.ready();
    return { server, routes: routes[0] ?? [] };
  };
  return {
    plaza: await mounted(() => socialServer(app, assets)),
    hop: await mounted(() => linksServer(app, assets)),
  };
}

/** The routes of each server that `work` makes, in the order of the servers. */
export async function watchRoutes<T>(
  work: () => Promise<T>,
): Promise<{ result: T; routes: RouteOptions[][] }> {
  const routes: RouteOptions[][] = [];
  // Fastify announces each new server, early enough to see every route that will be put on it.
  const watch = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    const own: RouteOptions[] = [];
    routes.push(own);
    fastify.addHook('onRoute', (route) => void own.push(route));
  };
  subscribe('fastify.initialization', watch);
  try {
    return { result: await work(), routes };
  } finally {
    unsubscribe('fastify.initialization', watch);
  }
}

/** `GET /apis/php/chat/message/:_`: a route without the names of its parameters, to compare it by. */
export function signatures({ method, url }: Pick<RouteOptions, 'method' | 'url'>): string[] {
  const path = url.split('?')[0]?.replaceAll(/:\w+|\{\w+\}/g, ':_') ?? '';
  return [method].flat().map((each) => `${each} ${path}`);
}
