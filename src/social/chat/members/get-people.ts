import { sql } from 'kysely';
import { livePeople } from '../../../identity/account/live-people.ts';
import type { App } from '../../../platform/app.ts';
import { toPerson, type Person } from '../../people/person.ts';

/** Returns profiles by account id. Deleted accounts are omitted. */
export async function getPeople(
  app: Pick<App, 'db' | 'files'>,
  ids: readonly (string | null)[],
): Promise<Map<string, Person>> {
  const named = [...new Set(ids.filter((id) => id !== null))];
  if (named.length === 0) return new Map();
  const rows = await app.db
    .selectFrom(livePeople('person'))
    .where('person.id', '=', sql<string>`any(${named}::bigint[])`)
    .where('person.is_former', '=', false)
    .select(['id', 'username', 'first_name', 'last_name', 'picture', 'picture_small', 'verified_at'])
    .execute();
  return new Map(rows.map((row) => [row.id, toPerson(app, row)]));
}
