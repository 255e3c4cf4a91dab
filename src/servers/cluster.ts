import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Log } from '../platform/logging/log.ts';

interface StopMessage {
  /** as in `serve` */
  stopIn: number;
}

const isStopMessage = (message: unknown): message is StopMessage =>
  typeof message === 'object' && message !== null && 'stopIn' in message;

/** Ctrl-C, a closed terminal and service managers send these signals to all processes at once. */
export const signalsForTheParent = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/**
 * In a worker: stops on the parent's message, and ignores signals, which the parent handles. A signal in
 * addition to the message would count as the second, which aborts open requests.
 */
export function stopOnParentMessage(stop: (delay: number) => void): void {
  for (const signal of signalsForTheParent) process.on(signal, () => undefined);
  process.on('message', (message) => {
    if (isStopMessage(message)) stop(message.stopIn);
  });
}

/** Forks `count` processes that share the ports, and replaces those that die. */
export async function superviseWorkers(count: number, environment: Record<string, string>, log: Log) {
  let stopping = false;
  const fork = (): Worker => {
    const worker = cluster.fork(environment);
    worker.once('exit', (code, signal) => {
      if (stopping) return;
      log.error({ pid: worker.process.pid, code, signal }, 'a worker died and is being replaced');
      setTimeout(fork, 500);
    });
    return worker;
  };
  const ready = Array.from({ length: count }, fork).map((worker) =>
    Promise.race([once(worker, 'message'), failed(worker)]),
  );
  await Promise.all(ready);

  const stop = async (delay: number) => {
    stopping = true;
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(
      running.map((worker) => {
        const gone = once(worker, 'exit');
        // A worker that has just exited cannot receive the message, which is fine.
        worker.send({ stopIn: delay } satisfies StopMessage, () => undefined);
        return gone;
      }),
    );
  };
  return { stop };
}

async function failed(worker: Worker): Promise<never> {
  await once(worker, 'exit');
  throw new Error('A worker could not start. Its own message is above.');
}
