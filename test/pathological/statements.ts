import type { KyselyPlugin } from 'kysely';
import type { App } from '../../src/platform/app.ts';

/** An App that counts its statements. */
export function countingStatements<T extends Pick<App, 'db'>>(app: T): { app: T; count: () => number } {
  let statements = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    // Called once per statement. `transformQuery` is also called for nested queries.
    transformResult({ result }) {
      statements += 1;
      return Promise.resolve(result);
    },
  };
  return { app: { ...app, db: app.db.withPlugin(plugin) }, count: () => statements };
}
