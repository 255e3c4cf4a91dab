import { isConnectionLost } from '../database/errors.ts';
import type { Log } from './log.ts';
import { strayErrors } from './metrics.ts';

/** The message of graphile-worker for a job that ends after its runner failed. Another runner has the job by then. */
const lateForItsRunner = 'This batcher has been released';

/** Whether it is only a lost connection, which its user opens again. */
const isHarmless = (reason: unknown): boolean =>
  isConnectionLost(reason) || (reason instanceof Error && reason.message.startsWith(lateForItsRunner));

/**
 * Errors that nobody waited for. One about a lost connection is logged and counted, and the process continues; anything
 * else is a bug, after which nothing can be relied on: the process stops.
 */
export function watchStrayErrors(log: Log, stop: (error: unknown) => void): void {
  const hear = (reason: unknown): void => {
    if (!isHarmless(reason)) return stop(reason);
    strayErrors.inc();
    log.warn({ err: reason }, 'a connection was lost, and nobody waited for it');
  };
  process.on('unhandledRejection', hear);
  process.on('uncaughtException', hear);
}
