import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { App } from '../src/platform/app.ts';
import { loadAssets } from '../src/platform/http/assets/assets.ts';
import { linksServer } from '../src/servers/links.ts';
import { socialServer } from '../src/servers/social.ts';

/** A service's server for `inject`, with all routes mounted on it. */
export interface Mounted {
  server: FastifyInstance;
  routes: RouteOptions[];
}

/** Mounts both services without listening. Close their servers afterwards. */
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

/** Returns the routes of each server that `work` creates, in order. */
export async function watchRoutes<T>(
  work: () => Promise<T>,
): Promise<{ result: T; routes: RouteOptions[][] }> {
  const routes: RouteOptions[][] = [];
  // Fastify announces each new server before any route is added.
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

/** Returns a route without parameter names for comparison: `GET /apis/php/chat/message/:_`. */
export function signatures({ method, url }: Pick<RouteOptions, 'method' | 'url'>): string[] {
  const path = url.split('?')[0]?.replaceAll(/:\w+|\{\w+\}/g, ':_') ?? '';
  return [method].flat().map((each) => `${each} ${path}`);
}
