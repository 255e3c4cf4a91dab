import { hash } from 'node:crypto';
import type { LogEvent } from 'kysely';
import type { Log } from './log.ts';

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

/** Undefined: no statement is logged. */
export type SlowLog = ((event: Pick<LogEvent, 'queryDurationMillis' | 'query'>) => void) | undefined;

/**
 * Logs statements that took longer than a number of milliseconds, also those that failed. Without their values.
 * @param limit 0: none
 */
export const logSlowStatements = (log: Log, limit: number): SlowLog =>
  limit === 0
    ? undefined
    : ({ queryDurationMillis, query }) => {
        if (queryDurationMillis < limit) return;
        log.warn(
          {
            statement: nameOfStatement(query.sql),
            ms: Math.round(queryDurationMillis),
            sql: query.sql.slice(0, longestText),
          },
          'slow statement',
        );
      };
