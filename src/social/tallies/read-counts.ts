import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { PersonCount } from './tally.ts';

export const noCounts: Readonly<Record<PersonCount, number>> = {
  friends: 0,
  followers: 0,
  followings: 0,
  posts: 0,
};

/** What people have how many of. Who has nothing yet may be missing. */
export async function readCountsOf(
  { db }: Pick<App, 'db'>,
  ids: readonly string[],
): Promise<Map<string, Record<PersonCount, number>>> {
  const rows = await db
    .selectFrom('social.tally')
    .where('subject', '=', 'person')
    .where('subject_id', '=', sql<string>`any(${ids}::bigint[])`)
    .groupBy(['subject_id', 'kind'])
    .select(['subject_id as id', 'kind', sql<number>`sum(n)::integer`.as('n')])
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, counted]) => [
      id,
      { ...noCounts, ...Object.fromEntries(counted.map(({ kind, n }) => [kind, n])) },
    ]),
  );
}

/** What a person has how many of. */
export const readPersonCounts = async (app: App, accountId: string): Promise<Record<PersonCount, number>> =>
  (await readCountsOf(app, [accountId])).get(accountId) ?? noCounts;
