import { Problem } from '../../kernel/problem.ts';
import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';
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
