import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { AggregatorRegistry } from 'prom-client';
import { seconds } from '../../kernel/time.ts';
import { metricsText, registry } from './metrics.ts';

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
