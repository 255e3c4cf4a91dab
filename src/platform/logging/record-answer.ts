import { requestDuration } from './metrics.ts';
import type { Log } from './log.ts';
import { redactAddress } from './redact.ts';
import { isRead } from '../http/head-requests.ts';

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
