import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RouteOptions } from 'fastify';
import type { App } from '../src/platform/app.ts';
import { type Environment, loadConfig } from '../src/platform/settings/config.ts';
import { createLog } from '../src/platform/logging/log.ts';
import { serve } from '../src/servers/serve.ts';
import { sandboxMemory } from './app.ts';
import { cloneDatabase, connectionTo, dropDatabase, tidyUpAfterTests } from './database.ts';
import { freePorts } from './free-ports.ts';
import { watchRoutes } from './routes.ts';

tidyUpAfterTests();

/** Both services as in production, with a separate database. */
export interface Services {
  plaza: string;
  hop: string;
  app: App;
  /** Routes mounted on each service. */
  routes: { plaza: RouteOptions[]; hop: RouteOptions[] };
  stop(): Promise<void>;
}

/** Starts both services in this process on free ports. `environment` overrides the defaults. */
export async function startServices(environment: Environment = {}): Promise<Services> {
  const folder = await mkdtemp(join(tmpdir(), 'plaza-services-'));
  const database = await cloneDatabase();
  const [plazaPort, hopPort] = await freePorts(2);
  const config = loadConfig({
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PLAZA_PORT: String(plazaPort),
    HOP_PORT: String(hopPort),
    PLAZA_URL: `http://localhost:${plazaPort}`,
    HOP_URL: `http://localhost:${hopPort}`,
    LOG_LEVEL: 'silent',
    // Tests wait for sandboxes, also on a busy machine.
    SANDBOX_NICENESS: '0',
    SANDBOX_MEMORY_MB: sandboxMemory,
    ...environment,
  });
  const connection = await connectionTo(database);
  const { result: serving, routes } = await watchRoutes(() =>
    serve(config, connection, createLog(config), { listen: true, runJobs: true }),
  );
  const [plaza = [], hop = []] = routes;
  return {
    plaza: config.plazaUrl,
    hop: config.hopUrl,
    app: serving.app,
    routes: { plaza, hop },
    stop: async () => {
      await serving.stop();
      await dropDatabase(database);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
