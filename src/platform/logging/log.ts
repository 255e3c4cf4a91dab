import { Problem } from '../../kernel/problem.ts';
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { redact, redactAddress } from './redact.ts';

/** Structured log lines, one JSON object each. Secrets are struck out before a line is written. */
export type Log = Logger;

/** Writes to standard output unless told where else. */
export function createLog(config: { LOG_LEVEL: string }, to?: DestinationStream): Log {
  const log = pino(
    {
      level: config.LOG_LEVEL,
      base: { process: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // Everything is a clean copy by the time pino's own serialisers would see it.
      serializers: { err: asItIs, error: asItIs, req: asItIs, res: asItIs },
      hooks: {
        logMethod(given, method) {
          const [first, ...rest] = given as unknown[];
          const clean = rest.map(redact);
          if (first instanceof Error)
            clean.unshift(
              { err: redact(first) },
              ...(clean.length ? [] : [redact(first instanceof Problem ? first.logMessage : first.message)]),
            );
          else clean.unshift(redact(withExchange(first)));
          method.apply(this, clean as Parameters<typeof method>);
        },
      },
    },
    to ?? pino.destination(1),
  );
  // Pino forgets the formatter of bindings after the first logger, so that children would print theirs as they are.
  const child = Reflect.get(log, 'child') as unknown as CreateChild;
  log.child = function (this: Log, bindings: unknown, options?: unknown) {
    return child.call(this, redact(bindings), options);
  } as unknown as Log['child'];
  return log;
}

type CreateChild = (this: Log, bindings: unknown, options?: unknown) => Log;

const asItIs = (value: unknown) => value;

/** Of a request or an answer (which hold whole sockets) a line keeps what says which one it was. */
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
