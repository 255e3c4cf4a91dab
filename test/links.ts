import type { Insertable } from 'kysely';
import { testConfig } from './app.ts';
import type { TestApp } from './app.ts';
import { addPerson } from './world.ts';
import { type FullLink, walkLinks } from '../src/links/transfer/export.ts';
import { checkImport } from '../src/links/transfer/import/check-import.ts';
import type { LinkImport } from '../src/links/transfer/import/import.ts';
import { addLinkImport, startLinkImport } from '../src/links/transfer/import/imports.ts';
import { getLinkImport } from '../src/links/transfer/import/reading.ts';
import { runLinkImport } from '../src/links/transfer/import/run-import.ts';
import type { App, Viewer } from '../src/platform/app.ts';
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

/** Adds a file to import, and reads it. */
export async function readImport(
  app: App,
  viewer: Viewer,
  body: Buffer,
  name = 'links.csv',
): Promise<LinkImport> {
  const { id } = await addLinkImport(app, viewer, { name, body });
  await checkImport(app, { id });
  return getLinkImport(app, viewer, id);
}

/** Creates the links of a file. */
export async function runImport(app: App, viewer: Viewer, { id }: LinkImport): Promise<LinkImport> {
  await startLinkImport(app, viewer, id);
  await runLinkImport(app, { id });
  return getLinkImport(app, viewer, id);
}

/** All links of an account, as exports have them. */
export async function linksOf(app: App, viewer: Viewer): Promise<FullLink[]> {
  const links: FullLink[] = [];
  for await (const link of walkLinks(app, viewer)) links.push(link);
  return links;
}
