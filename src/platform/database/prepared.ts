import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** Further distinct statements stay unnamed, which bounds the server's memory. */
const maxNames = 1000;
/** Later pages of a list have a distinct text each, so they stay unnamed. */
const isFarPage = /\boffset [1-9]/;

/**
 * Wraps the pool so that every statement is named and PostgreSQL parses and plans it once per connection.
 * One-row queries run nearly twice as fast.
 */
export function nameStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames || isFarPage.test(text)) return known;
    const name = `s${names.size}`;
    names.set(text, name);
    return name;
  };

  const wrap = (client: pg.PoolClient): PostgresPoolClient =>
    ({
      processID: (client as unknown as { processID?: number }).processID,
      query: (text: string | pg.QueryConfig, values?: unknown[]) => {
        if (typeof text !== 'string' || values === undefined) return client.query(text as pg.QueryConfig);
        const name = nameOf(text);
        return client.query(name === undefined ? { text, values } : { name, text, values });
      },
      release: () => client.release(),
    }) as unknown as PostgresPoolClient;

  // One wrapper for each physical connection.
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? wrap(client);
      wrapped.set(client, known);
      return known;
    },
    end: () => pool.end(),
  } as PostgresPool;
}
