import cluster, { type Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { seconds } from '../../kernel/time.ts';

/** The Prometheus metrics of a process. Numbers only, no personal data. */
const registry = new Registry();
collectDefaultMetrics({ register: registry });

const registers = [registry];

/** Duration in seconds by route pattern (not by URL, which would create unbounded series). */
export const requestDuration = new Histogram({
  name: 'plaza_http_request_duration_seconds',
  help: 'Time until a response was sent',
  labelNames: ['service', 'method', 'route', 'status'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});

export const jobDuration = new Histogram({
  name: 'plaza_job_duration_seconds',
  help: 'Duration of a job',
  labelNames: ['job', 'outcome'] as const,
  buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120],
  registers,
});

export const jobRunnerFailures = new Counter({
  name: 'plaza_job_runner_failures_total',
  help: 'Job runners that failed and were replaced',
  registers,
});

export const mailDeliveries = new Counter({
  name: 'plaza_mail_deliveries_total',
  help: 'Emails by outcome: sent, bounced, refused, deferred, unusable (the mail server), expired or suppressed',
  labelNames: ['outcome'] as const,
  registers,
});

export const strayErrors = new Counter({
  name: 'plaza_stray_connection_errors_total',
  help: 'Errors about a lost connection that no caller was waiting for',
  registers,
});

export const clicks = new Counter({
  name: 'plaza_clicks_total',
  help: 'Clicks by stage: spooled, stored or refused; memory: of those spooled, the ones that had no room on disk',
  labelNames: ['stage'] as const,
  registers,
});

export const unreadableSegments = new Counter({
  name: 'plaza_click_files_unreadable_total',
  help: 'Click files on disk that could not be read and were set aside',
  registers,
});

export const refusedRequests = new Counter({
  name: 'plaza_http_requests_refused_total',
  help: 'Requests rejected because too many were in progress, or because the disk is full',
  labelNames: ['service', 'kind'] as const,
  registers,
});

export const freeSpace = new Gauge({
  name: 'plaza_disk_free_bytes',
  help: 'Free space of the disk with the data',
  registers,
  aggregator: 'min',
});

export const statements = new Counter({
  name: 'plaza_read_statements_total',
  help: 'Statements of requests that read, by where they ran: replica or primary. Only with replicas',
  labelNames: ['server'] as const,
  registers,
});

const pools = new Set<pg.Pool>();

new Gauge({
  name: 'plaza_database_connections',
  help: 'Connections to PostgreSQL by state, and requests waiting for one',
  labelNames: ['state'] as const,
  registers,
  collect() {
    const sum = (count: (pool: pg.Pool) => number) =>
      [...pools].reduce((total, pool) => total + count(pool), 0);
    this.set(
      { state: 'idle' },
      sum((pool) => pool.idleCount),
    );
    this.set(
      { state: 'busy' },
      sum((pool) => pool.totalCount - pool.idleCount),
    );
    this.set(
      { state: 'waiting' },
      sum((pool) => pool.waitingCount),
    );
  },
});

/**
 * Exports how busy a pool is. Requests that wait long mean that DATABASE_POOL is too small. Returns a
 * function that stops it.
 */
export function watchPool(pool: pg.Pool): () => void {
  pools.add(pool);
  return () => void pools.delete(pool);
}

export const metricsType = registry.contentType;
export const metricsText = () => registry.metrics();
/** The metrics of this process, for the exporter of OpenTelemetry. */
export const readMetrics = () => registry.getMetricsAsJSON();

/**
 * Returns the metrics of all processes, including the primary. A scrape reaches any one of the processes that
 * share a port.
 */
export function metricsOfAll(): Promise<string> {
  return cluster.isWorker ? askPrimary() : metricsText();
}

type Figures = Awaited<ReturnType<typeof registry.getMetricsAsJSON>>;

type Letter =
  | { metrics: 'of all?'; id: string }
  | { metrics: 'of all'; id: string; text: string }
  | { metrics: 'yours?'; id: string }
  | { metrics: 'mine'; id: string; figures: Figures };

const isLetter = (message: unknown): message is Letter =>
  typeof message === 'object' && message !== null && 'metrics' in message;

const answers = new Map<string, (letter: Letter) => void>();

/** Resolves with the response, or undefined if the process is too busy or dead. */
function ask(within: number, send: (id: string) => void): Promise<Letter | undefined> {
  return new Promise((resolve) => {
    const id = randomUUID();
    const take = (letter?: Letter) => {
      clearTimeout(timer);
      answers.delete(id);
      resolve(letter);
    };
    const timer = setTimeout(take, within);
    answers.set(id, take);
    send(id);
  });
}

const settle = (letter: Letter) => answers.get(letter.id)?.(letter);

async function askPrimary(): Promise<string> {
  const answer = await ask(seconds(4), (id) => process.send?.({ metrics: 'of all?', id } satisfies Letter));
  return answer?.metrics === 'of all' ? answer.text : metricsText();
}

/**
 * Enables sharing of metrics. Workers respond to the primary, and the primary responds for all. Called once
 * per process.
 */
export function shareMetrics(): void {
  if (cluster.isWorker) process.on('message', (message) => void hearPrimary(message));
  else cluster.on('message', (worker, message) => void hearWorker(worker, message));
}

async function hearPrimary(message: unknown): Promise<void> {
  if (!isLetter(message)) return;
  if (message.metrics === 'yours?')
    process.send?.({
      metrics: 'mine',
      id: message.id,
      figures: await registry.getMetricsAsJSON(),
    } satisfies Letter);
  else settle(message);
}

async function hearWorker(worker: Worker, message: unknown): Promise<void> {
  if (!isLetter(message)) return;
  if (message.metrics === 'of all?')
    worker.send({ metrics: 'of all', id: message.id, text: await gather() } satisfies Letter);
  else settle(message);
}

async function gather(): Promise<string> {
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
  const letters = await Promise.all(
    workers.map((worker) =>
      ask(seconds(2), (id) => worker?.send({ metrics: 'yours?', id } satisfies Letter)),
    ),
  );
  const figures = letters.flatMap((letter) => (letter?.metrics === 'mine' ? [letter.figures] : []));
  return AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...figures]).metrics();
}
