import { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import { seconds } from '../../kernel/time.ts';
import { msg, Problem } from '../../kernel/problem.ts';
import type { Config } from '../settings/config.ts';

/** Values of `{name:Type}` in a statement. Numbers of 64 bits are strings. */
export type Parameters = Readonly<
  Record<string, string | number | boolean | readonly (string | number | bigint)[]>
>;

/** A column store of its own, for what PostgreSQL has too many rows of. */
export interface ClickHouse {
  /** Returns the rows of a statement. 64-bit integers are strings. Throws a `Problem` while it is away. */
  query<Row>(statement: string, parameters?: Parameters): Promise<Row[]>;
  /** Runs a statement without a result. */
  command(statement: string, parameters?: Parameters): Promise<void>;
  /** Inserts lines of the format TabSeparated. A repeat with the same token changes nothing. */
  insert(table: string, columns: readonly string[], lines: string, token: string): Promise<void>;
  close(): Promise<void>;
}

/** A statement that takes longer is ended, as PostgreSQL's are. */
const longestStatement = seconds(20);

/** Opens a client. Undefined without `CLICKHOUSE_URL`. The server may be away, and come back later. */
export async function openClickHouse({ CLICKHOUSE_URL }: Config): Promise<ClickHouse | undefined> {
  if (!CLICKHOUSE_URL) return undefined;
  const { ClickHouseLogLevel, createClient } = await import('@clickhouse/client');
  const client = createClient({
    url: CLICKHOUSE_URL,
    application: 'plaza',
    request_timeout: longestStatement + seconds(5),
    max_open_connections: 10,
    compression: { request: true, response: true },
    // Lists of links are longer than addresses may be.
    use_multipart_params_auto: true,
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      max_execution_time: longestStatement / 1000,
      output_format_json_quote_64bit_integers: 1,
    },
  });
  return over(client);
}

function over(client: ClickHouseClient): ClickHouse {
  return {
    query: (statement, parameters = {}) =>
      orAway(async () => {
        const result = await client.query({
          query: statement,
          query_params: { ...parameters },
          format: 'JSONEachRow',
        });
        return result.json();
      }),
    command: (statement, parameters = {}) =>
      orAway(async () => {
        await client.command({ query: statement, query_params: { ...parameters } });
      }),
    insert: (table, [first = '', ...others], lines, token) =>
      orAway(async () => {
        await client.insert({
          table,
          columns: [first, ...others],
          values: Readable.from([lines], { objectMode: false }),
          format: 'TabSeparated',
          clickhouse_settings: { insert_deduplication_token: token },
        });
      }),
    close: () => client.close(),
  };
}

/** What ClickHouse says about a statement has a type, such as SYNTAX_ERROR; these pass by themselves. */
const passing = /^(TIMEOUT_EXCEEDED|TOO_MANY_|MEMORY_LIMIT|NETWORK_|SOCKET_|KEEPER_|TABLE_IS_READ_ONLY)/;

/** Throws a `Problem` for an error that is not about the statement: a retry may succeed. */
async function orAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { type = '' } = error as { type?: string };
    if (type !== '' && !passing.test(type)) throw error;
    throw new Problem(
      'unavailable',
      msg('Detailed statistics are not available now. Try again in a moment.'),
      {
        cause: error,
      },
    );
  }
}
