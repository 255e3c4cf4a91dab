import { isListed } from '../../identity/account/privacy.ts';
import { sql, type RawBuilder } from 'kysely';
import { livePeople } from '../../identity/account/people.ts';
import type { App } from '../../platform/app.ts';
import { nameMatches, whenGiven } from '../../platform/database/queries.ts';
import type { Viewer } from '../../platform/http/caller.ts';
import { blockedBetween, followedBy } from '../people/between.ts';

/** Maximum number of matches to rank. A more frequent name does not distinguish people. */
const maxMatches = 300;

/**
 * Finds ids of people by any part of their name. Exact matches and followed people come first. If there are
 * few, similar names are added, which may repeat people.
 */
export function peopleNamed(
  app: Pick<App, 'db'>,
  viewer: Viewer | undefined,
  words: readonly string[],
  limit: number,
): RawBuilder<{ id: string }> {
  const all = words
    .map((word) => word.toLowerCase().replace(/^@/, ''))
    .filter(Boolean)
    .join(' ');
  if (all === '') return sql`select null::bigint as id where false`;
  let matching = known(app, viewer).limit(maxMatches);
  for (const condition of nameMatches(sql.ref('person.searchable'), all))
    matching = matching.where(condition);
  // Adds the exact username, which may be beyond the ranked matches.
  const named = known(app, viewer).where('person.username_key', '=', all);
  const exact = app.db
    .selectFrom(named.union(app.db.selectFrom(matching.as('each')).selectAll()).as('found'))
    .orderBy(sql`username_key = ${all}`, 'desc')
    .orderBy('is_followed', 'desc')
    .orderBy(sql`(' ' || searchable) like '% ' || search.literal(search.name(${all})) || '%'`, 'desc')
    .orderBy('id')
    .limit(limit)
    .select('id');
  if (all.length < 4) return sql`${exact}`;
  const alike = known(app, viewer)
    .where(sql<boolean>`search.name(${all}) <% person.searchable`)
    .where(sql<boolean>`(select count(*) from exact) <= 2`)
    .orderBy(sql`word_similarity(search.name(${all}), person.searchable)`, 'desc')
    .orderBy('person.id')
    .limit(limit);
  return sql`(with exact as materialized (${exact})
    select id from exact union all select id from (${alike}) as alike)`;
}

export async function findPeople(
  app: Pick<App, 'db'>,
  viewer: Viewer | undefined,
  words: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await peopleNamed(app, viewer, words, limit).execute(app.db);
  return [...new Set(rows.map(({ id }) => id))];
}

/**
 * People the viewer can find. People who opt out of search engines are hidden from signed-out visitors too.
 */
const known = ({ db }: Pick<App, 'db'>, viewer: Viewer | undefined) =>
  db
    .selectFrom(livePeople('person'))
    .where('person.is_former', '=', false)
    .$call(
      whenGiven(viewer, (query, viewer) =>
        query.where((eb) => eb.not(blockedBetween('person.id', viewer.id))),
      ),
    )
    .$if(viewer === undefined, (query) => query.where(isListed('person.id')))
    .select(['person.id', 'person.username_key', 'person.searchable'])
    .select(
      viewer ? followedBy('person.id', viewer.id).as('is_followed') : sql<boolean>`false`.as('is_followed'),
    );
