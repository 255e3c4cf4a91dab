import cluster from 'node:cluster';
import fastify, { type FastifyInstance } from 'fastify';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hours, seconds } from '../kernel/time.ts';
import type { App } from '../platform/app.ts';
import { type DatabaseAddress, openJobDatabase, openQueuePool } from '../platform/database/open.ts';
import { collect } from '../platform/feature.ts';
import { incomingIn, sweepIncoming } from '../platform/files/disk.ts';
import { loadAssets } from '../platform/http/assets/assets.ts';
import { followCdn } from '../platform/http/cache/cdn.ts';
import { announceChange } from '../platform/http/cache/public-pages.ts';
import { addOperations } from '../platform/http/documents/site-documents.ts';
import { trustedProxies } from '../platform/http/client.ts';
import { closeGracefully } from '../platform/http/listener.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { systemJobs } from '../platform/jobs/system-jobs.ts';
import { startWorkers, type Worker } from '../platform/jobs/worker.ts';
import type { Log } from '../platform/logging/log.ts';
import { startTelemetry } from '../platform/logging/tracing.ts';
import { openApp } from '../platform/open-app.ts';
import type { Config } from '../platform/settings/config.ts';
import { agentFeatures } from './agent-features.ts';
import { identityFeatures, operatorFeatures } from './identity-features.ts';
import { linksFeatures } from './links-features.ts';
import { linksServer } from './links.ts';
import { paidFeatures } from './paid-features.ts';
import { socialFeatures } from './social-features.ts';
import { socialServer } from './social.ts';

interface Serving {
  app: App;
  /**
   * @param delay seconds during which the services are not ready but still answer, so that a proxy stops sending
   * requests
   */
  stop(delay?: number): Promise<void>;
}

/** How long requests of a process that stops may wait for other hosts. */
const outboundWait = seconds(4);

/** Push notifications do not change pages. */
const isPrivate = ({ name }: Job) => name.startsWith('social.push-');

/** Clears the page cache after a job, which may have changed public pages. */
const announcing = (job: Job): Job => ({
  ...job,
  work: async (app, payload) => {
    await job.work(app, payload);
    if (!isPrivate(job)) await announceChange(app);
  },
});

/** The queue and its jobs use their own connections, so requests and jobs do not delay each other. */
async function startJobs(app: App, connection: DatabaseAddress): Promise<Worker> {
  const { config, log } = app;
  const queue = openQueuePool(connection, config, log);
  const database = openJobDatabase(connection, config, log);
  await followCdn({ ...app, db: database.kysely });
  const worker = await startWorkers({ ...app, db: database.kysely }, allJobs.map(announcing), queue, {
    alone: config.embeddedDatabase,
  });
  return {
    stop: async () => {
      await worker.stop();
      await Promise.all([queue.end(), database.close()]);
    },
  };
}

/** Incomplete uploads of processes that were killed are on the disk of each machine. */
function sweepAgain({ dataFolder }: Config, log: Log): NodeJS.Timeout {
  const sweep = () => {
    sweepIncoming(incomingIn(join(dataFolder, 'uploads'))).catch((error: unknown) => {
      log.warn({ err: error }, 'incomplete uploads could not be removed');
    });
  };
  sweep();
  return setInterval(sweep, hours(6)).unref();
}

/** Runs one process: serves both services and, if requested, runs the job queue. */
export async function serve(
  config: Config,
  connection: DatabaseAddress,
  log: Log,
  { listen, runJobs }: { listen: boolean; runJobs: boolean },
): Promise<Serving> {
  // First, because the database and the servers look for it when they are opened.
  const telemetry = await startTelemetry(config, log);
  const [open, assets] = await Promise.all([openApp(config, connection, log), loadAssets()]);
  const { app } = open;
  const servers: FastifyInstance[] = listen
    ? [await socialServer(app, assets), await linksServer(app, assets)]
    : config.ROLE === 'jobs'
      ? [operationsServer(app)]
      : [];
  const worker = runJobs ? await startJobs(app, connection) : undefined;
  const sweeping = cluster.isWorker ? undefined : sweepAgain(config, log);
  // Last, because a listening server survives the loss of its database, while before that it fails the start.
  const ports = [config.PLAZA_PORT, config.HOP_PORT];
  await Promise.all(servers.map((server, i) => server.listen({ host: config.HOST, port: ports[i] ?? 0 })));
  // Tells the parent process of a cluster that this worker is ready.
  process.send?.('listening');
  return {
    app,
    stop: async (delay = 0) => {
      const stopped = worker?.stop();
      for (const server of servers) server.announceStop();
      await sleep(seconds(delay));
      const slow = setTimeout(() => open.app.outbound.close(), outboundWait);
      await Promise.all(servers.map((server) => server.close()));
      await stopped;
      clearTimeout(slow);
      clearInterval(sweeping);
      await open.close();
      await telemetry?.stop();
    },
  };
}

/** For what watches a machine that only runs jobs: health and metrics, on the port of Plaza. */
function operationsServer(app: App): FastifyInstance {
  const server = fastify({ trustProxy: trustedProxies(app.config) });
  closeGracefully(server);
  addOperations(server, app);
  return server;
}

/** All job kinds of the queue. */
export const allJobs: readonly Job[] = [
  ...systemJobs,
  // Account jobs are the same for either origin.
  ...collect(identityFeatures('plazaUrl'), 'jobs'),
  ...collect(operatorFeatures, 'jobs'),
  ...collect(socialFeatures, 'jobs'),
  ...collect(linksFeatures, 'jobs'),
  ...collect(agentFeatures, 'jobs'),
  ...collect(paidFeatures, 'jobs'),
] as readonly Job[];
