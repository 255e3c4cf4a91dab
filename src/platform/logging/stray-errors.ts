import { isConnectionLost } from '../database/errors.ts';
import type { Log } from './log.ts';
import { strayErrors } from './metrics.ts';

/**
 * The message of graphile-worker for a job that ends after its runner failed. By then another runner has the
 * job.
 */
const lateForItsRunner = 'This batcher has been released';

/** Whether the error is only a lost connection, which its user reopens. */
const isHarmless = (reason: unknown): boolean =>
  isConnectionLost(reason) || (reason instanceof Error && reason.message.startsWith(lateForItsRunner));

/**
 * Handles uncaught errors and rejections. A lost connection is logged and counted, and the process continues.
 * Anything else is a bug that leaves the process in an unknown state, so it stops.
 */
export function watchStrayErrors(log: Log, stop: (error: unknown) => void): void {
  const hear = (reason: unknown): void => {
    if (!isHarmless(reason)) return stop(reason);
    strayErrors.inc();
    log.warn({ err: reason }, 'a connection was lost while no caller was waiting for it');
  };
  process.on('unhandledRejection', hear);
  process.on('uncaughtException', hear);
}
