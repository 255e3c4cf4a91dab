import { sql } from 'kysely';
import { livePeople } from '../../identity/live-people.ts';
import type { App } from '../../platform/app.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { toPerson, type Person } from './person.ts';
import { readRelations, stranger, type Relation } from './relation.ts';

/** Somebody with what they tell everybody about themselves, and how the viewer stands to them. */
export interface Profile extends Person {
  gender: string;
  biography: string;
  /** Address of the picture across the top. */
  cover: string | null;
  registeredAt: Date;
  lastSeenAt: Date | null;
  relation: Relation;
}

/** The people named, in the order named, without those who are gone: two queries. */
export async function readProfiles(
  app: App,
  viewer: Viewer | undefined,
  ids: readonly string[],
): Promise<Profile[]> {
  if (ids.length === 0) return [];
  const rows = await app.db
    .selectFrom(livePeople('person'))
    .where('person.id', '=', sql<string>`any(${ids}::bigint[])`)
    .selectAll()
    .execute();
  const relations = await readRelations(app, viewer, ids);
  const profiles = new Map(
    rows.map((row) => [
      row.id,
      {
        ...toPerson(app, row),
        gender: row.gender,
        biography: row.biography,
        cover: row.cover === null ? null : app.files.address(row.cover),
        registeredAt: row.registered_at,
        lastSeenAt: row.last_seen_at,
        relation: relations.get(row.id) ?? stranger,
      },
    ]),
  );
  return ids.flatMap((id) => profiles.get(id) ?? []);
}
