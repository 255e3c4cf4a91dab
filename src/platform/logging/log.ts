import { type DestinationStream, type Logger, pino } from 'pino';
import { isConnectionLost } from '../database/errors.ts';
import { isRead } from '../http/methods.ts';
import { requestDuration, strayErrors } from './metrics.ts';
import { redact, redactAddress } from './redact.ts';

/** Structured logs, one JSON object per line. Secrets are redacted before a line is written. */
export type Log = Logger;

/** Writes to standard output by default. */
export function createLog(config: { LOG_LEVEL: string }, to?: DestinationStream): Log {
  const log = pino(
    {
      level: config.LOG_LEVEL,
      base: { process: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // All values are redacted copies before pino's own serializers see them.
      serializers: { err: asItIs, error: asItIs, req: asItIs, res: asItIs },
      hooks: {
        logMethod(given, method) {
          const [first, ...rest] = given as unknown[];
          const clean = rest.map(redact);
          if (first instanceof Error)
            clean.unshift({ err: redact(first) }, ...(clean.length ? [] : [redact(first.message)]));
          else clean.unshift(redact(withExchange(first)));
          method.apply(this, clean as Parameters<typeof method>);
        },
      },
    },
    to ?? pino.destination(1),
  );
  // Pino applies the bindings formatter only to the first logger, so children would print their bindings
  // unredacted.
  const child = Reflect.get(log, 'child') as unknown as CreateChild;
  log.child = function (this: Log, bindings: unknown, options?: unknown) {
    return child.call(this, redact(bindings), options);
  } as unknown as Log['child'];
  return log;
}

type CreateChild = (this: Log, bindings: unknown, options?: unknown) => Log;

const asItIs = (value: unknown) => value;

/** Replaces requests and responses, which hold whole sockets, with the fields that identify them. */
function withExchange(line: unknown): unknown {
  if (typeof line !== 'object' || line === null || !('req' in line || 'res' in line)) return line;
  const { req, res } = line as { req?: Exchange; res?: Exchange };
  return {
    ...line,
    ...(req && {
      req: { id: req.id, method: req.method, url: redactAddress(req.url ?? ''), address: req.ip },
    }),
    ...(res && { res: { status: res.statusCode } }),
  };
}

interface Exchange {
  id?: string;
  method?: string;
  url?: string;
  ip?: string;
  statusCode?: number;
}

interface Answered {
  service: string;
  method: string;
  url: string;
  /** Route pattern, for metrics. */
  route: string;
  status: number;
  /** In milliseconds. */
  elapsed: number;
  /** Additional fields of a log line. */
  fields?: Readonly<Record<string, string | undefined>>;
}

/** Records a response in the metrics and the log: failures as errors, page views only at debug level. */
export function recordResponse(
  log: Pick<Log, 'error' | 'info' | 'debug' | 'isLevelEnabled'>,
  answered: Answered,
): void {
  const { service, method, url, route, status, elapsed, fields } = answered;
  requestDuration.observe({ service, method, route, status }, elapsed / 1000);
  const level = status >= 500 ? 'error' : status >= 400 || !isRead({ method }) ? 'info' : 'debug';
  if (!log.isLevelEnabled(level)) return;
  log[level]({ ...fields, method, url: redactAddress(url), status, ms: Math.round(elapsed) }, 'answered');
}

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
