import type { Insertable } from 'kysely';
import { testConfig } from './app.ts';
import type { TestApp } from './app.ts';
import { addPerson } from './world.ts';
import type { App } from '../src/platform/app.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import type { LinksLink } from '../src/platform/database/rows.gen.ts';
import { createLog } from '../src/platform/logging/log.ts';

/** Adds a link by ada to https://example.com/<alias>. */
export async function addLink(app: App, alias: string, differences: Partial<Insertable<LinksLink>> = {}) {
  const ada = await app.db
    .selectFrom('identity.account')
    .select('id')
    .where('username', '=', 'ada')
    .executeTakeFirst();
  const now = app.clock.now();
  return app.db
    .insertInto('links.link')
    .values({
      account_id: ada?.id ?? (await addPerson(app, 'ada')).id,
      alias,
      url: `https://example.com/${alias}`,
      created_at: now,
      updated_at: now,
      ...differences,
    })
    .returning(['id', 'alias'])
    .executeTakeFirstOrThrow();
}

/** Returns the same App on a database that can fail, recover, count its queries and delay them. */
export function observe(app: TestApp) {
  const dead = openDatabase(
    { host: '/nowhere', port: 1, user: 'x', database: 'x' },
    testConfig(),
    createLog({ LOG_LEVEL: 'silent' }),
  ).kysely;
  const state = { isAway: false, queries: 0, held: Promise.resolve(undefined) };
  const live = app.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      state.queries += 1;
      await state.held;
      return result;
    },
  });
  const observed = Object.defineProperty({ ...app }, 'db', { get: () => (state.isAway ? dead : live) });
  return { observed, state };
}
