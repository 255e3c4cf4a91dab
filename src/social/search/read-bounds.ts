import { sql } from 'kysely';
import { livePeople } from '../../identity/account/live-people.ts';
import type { App } from '../../platform/app.ts';
import type { SearchQuery } from './parse-query.ts';

/** The filters of a search by ids. */
interface Bounds {
  authorId?: string;
  tag?: string;
  forumId?: string;
  isSolved?: true;
  minId?: string;
  maxId?: string;
}

/** Looks up what the filters name. Undefined: somebody or something is not there, so nothing can be found. */
export async function readBounds({ db }: Pick<App, 'db'>, query: SearchQuery): Promise<Bounds | undefined> {
  const { from, tag, forum, before, after } = query;
  const bounds: Bounds = {
    ...(tag !== undefined && { tag }),
    ...(query.isSolved && { isSolved: true }),
    ...(before && { maxId: await firstSince(db, before) }),
    ...(after && { minId: await firstSince(db, after) }),
  };
  if (from !== undefined) {
    const author = await db
      .selectFrom(livePeople('person'))
      .where('person.username_key', '=', from)
      .select('person.id')
      .executeTakeFirst();
    if (!author) return undefined;
    bounds.authorId = author.id;
  }
  if (forum !== undefined) {
    const named = await db
      .selectFrom('social.forum')
      .where(sql<boolean>`id::text = ${forum} or starts_with(search.name(title), search.name(${forum}))`)
      .orderBy(sql`lower(title) = lower(${forum})`, 'desc')
      .orderBy('id')
      .select('id')
      .executeTakeFirst();
    if (!named) return undefined;
    bounds.forumId = named.id;
  }
  return bounds;
}

/** Ids are in the order of time. After the last one there is: an id that none has yet. */
async function firstSince(db: App['db'], time: Date): Promise<string> {
  const first = await db
    .selectFrom('social.post')
    .where('created_at', '>=', time)
    .where('deleted_at', 'is', null)
    .where('held_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return first?.id ?? '9223372036854775807';
}
