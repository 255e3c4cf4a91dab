import { Readable } from 'node:stream';
import { Problem } from '../../kernel/problem.ts';
import type { App } from '../../platform/app.ts';
import type { CategoryReport } from './audit.ts';
import type { StartedAudit } from './start-audit.ts';

/**
 * Streams an audit in progress as JSON lines: one for each category, and a final one with the report's
 * address or the error.
 */
export function streamAudit(app: Pick<App, 'log'>, { run }: StartedAudit): Readable {
  const lines = new Readable({ read: () => undefined });
  const send = (line: object) => void lines.push(`${JSON.stringify(line)}\n`);
  void run(({ id, score, grade }: CategoryReport) => send({ category: id, score, grade }))
    .then(
      (token) => send({ location: `/tools/audit/${token}` }),
      (error: unknown) => {
        if (!(error instanceof Problem)) app.log.error({ err: error }, 'an audit failed');
        send({ error: error instanceof Problem ? error.message : 'The audit failed. Try again later' });
      },
    )
    .finally(() => lines.push(null));
  return lines;
}
