import { hash } from 'node:crypto';
import type { LogEvent } from 'kysely';
import type { Log } from './log.ts';
import { currentTracer, type SpanStart } from './tracing.ts';

const longestText = 1000;

/**
 * A short name of a statement, the same in every process and version that has it: `select social.post 4f2a91c3`. Values
 * are parameters, so it has none.
 */
export function nameOfStatement(text: string): string {
  const [, verb = 'statement'] =
    /^\s*(?:with\b[^]*?\)\s*(?=select|insert|update|delete))?(\w+)/i.exec(text.slice(0, longestText)) ?? [];
  const table = /\b(?:from|into|update)\s+((?:"\w+"|\w+)\.(?:"\w+"|\w+))/i.exec(
    text.slice(0, longestText),
  )?.[1];
  const words = [verb.toLowerCase(), table?.replaceAll('"', ''), hash('sha256', text).slice(0, 8)];
  return words.filter((word) => word !== undefined).join(' ');
}

type StatementEvent = Pick<LogEvent, 'queryDurationMillis' | 'query' | 'level'>;

/** Called after each statement. Undefined: nobody wants to know. */
export type StatementLog = ((event: StatementEvent) => void) | undefined;

/**
 * Logs statements that took longer than a number of milliseconds, also those that failed, and records them as spans of
 * the active trace. Without their values.
 * @param limit 0: none
 */
export function watchStatements(log: Log, limit: number): StatementLog {
  const tracer = currentTracer();
  if (limit === 0 && !tracer) return undefined;
  return ({ queryDurationMillis, query, level }) => {
    if (tracer?.isRecording()) tracer.record(toSpan(query.sql), queryDurationMillis, level === 'error');
    if (limit === 0 || queryDurationMillis < limit) return;
    log.warn(
      {
        statement: nameOfStatement(query.sql),
        ms: Math.round(queryDurationMillis),
        sql: query.sql.slice(0, longestText),
      },
      'slow statement',
    );
  };
}

function toSpan(text: string): SpanStart {
  const name = nameOfStatement(text);
  const attributes = {
    'db.system.name': 'postgresql',
    'db.query.summary': name,
    'db.query.text': text.slice(0, longestText),
  };
  return { name, kind: 'client', attributes };
}
