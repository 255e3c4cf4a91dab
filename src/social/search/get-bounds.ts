import { sql } from 'kysely';
import { livePeople } from '../../identity/account/people.ts';
import type { App } from '../../platform/app.ts';
import type { SearchQuery } from './parse-query.ts';

/** The filters of a search as ids. */
interface Bounds {
  authorId?: string;
  tag?: string;
  forumId?: string;
  isSolved?: true;
  minId?: string;
  maxId?: string;
}

interface Named {
  authorId: string | null;
  forumId: string | null;
  minId: string;
  maxId: string;
}

/**
 * Resolves the names in filters, in one statement. Undefined if one does not exist, so there can be no
 * results.
 */
export async function getBounds({ db }: Pick<App, 'db'>, query: SearchQuery): Promise<Bounds | undefined> {
  const { from, tag, forum, before, after } = query;
  const bounds: Bounds = { ...(tag !== undefined && { tag }), ...(query.isSolved && { isSolved: true }) };
  const columns = [
    ...(from === undefined ? [] : [sql`${authorNamed(db, from)} as "authorId"`]),
    ...(forum === undefined ? [] : [sql`${forumNamed(db, forum)} as "forumId"`]),
    ...(before ? [sql`${firstSince(db, before)} as "maxId"`] : []),
    ...(after ? [sql`${firstSince(db, after)} as "minId"`] : []),
  ];
  if (columns.length === 0) return bounds;
  const { rows } = await sql<Partial<Named>>`select ${sql.join(columns)}`.execute(db);
  const { authorId, forumId, ...ids } = rows[0] ?? {};
  if (authorId === null || forumId === null) return undefined;
  return { ...bounds, ...ids, ...(authorId && { authorId }), ...(forumId && { forumId }) };
}

const authorNamed = (db: App['db'], name: string) =>
  sql`(${db
    .selectFrom(livePeople('person'))
    .where('person.username_key', '=', name)
    .select(sql<string>`person.id::text`.as('id'))})`;

const forumNamed = (db: App['db'], name: string) =>
  sql`(${db
    .selectFrom('social.forum')
    .where(
      sql<boolean>`id::text = ${name} or starts_with(trim(search.name(title)), trim(search.name(${name})))`,
    )
    .orderBy(sql`lower(title) = lower(${name})`, 'desc')
    .orderBy('social.forum.id')
    .limit(1)
    .select(sql<string>`id::text`.as('id'))})`;

/** IDs are chronological. For a time after the last post, returns the next unused ID. */
const firstSince = (db: App['db'], time: Date) =>
  sql`coalesce((${db
    .selectFrom('social.post')
    .where('created_at', '>=', time)
    .where('deleted_at', 'is', null)
    .where('held_at', 'is', null)
    .orderBy('created_at')
    .orderBy('social.post.id')
    .select(sql<string>`id::text`.as('id'))
    .limit(1)}), '9223372036854775807')`;
