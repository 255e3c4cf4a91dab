import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';
import type { PersonCount } from './tally.ts';

/** What a person has how many of. */
export async function readPersonCounts(app: App, accountId: string): Promise<Record<PersonCount, number>> {
  const rows = await app.db
    .selectFrom('social.tally')
    .where('subject', '=', 'person')
    .where('subject_id', '=', accountId)
    .groupBy('kind')
    .select(['kind', sql<number>`sum(n)::integer`.as('n')])
    .execute();
  const counts = { friends: 0, followers: 0, followings: 0, posts: 0 };
  return Object.assign(counts, Object.fromEntries(rows.map(({ kind, n }) => [kind, n])));
}
