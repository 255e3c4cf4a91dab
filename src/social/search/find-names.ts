import { type RawBuilder, sql } from 'kysely';
import { livePeople } from '../../identity/account/people.ts';
import { isListed } from '../../identity/account/privacy.ts';
import { toLine } from '../../kernel/text.ts';
import { toTag } from '../../kernel/typed-text/tokens.ts';
import type { App, Viewer } from '../../platform/app.ts';
import { nameMatches, whenGiven } from '../../platform/database/queries.ts';
import { isOpenPage } from '../access/page.ts';
import { indexPositionOf } from '../glossary/term.ts';
import { pageName } from '../pages/reading.ts';
import { blockedBetween, followedBy, type Person } from '../people/person.ts';
import { getProfiles } from '../people/profile.ts';
import { visiblePosts } from '../posts/reading/visible.ts';
import { completions, similar } from './to-tsquery.ts';

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

async function findPeople(
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

/** A page in search results. */
export interface FoundPage {
  id: string;
  username: string;
  title: string;
  about: string;
  /** URL of the small picture. Null to draw initials. */
  picture: string | null;
  isVerified: boolean;
}

/** Finds pages by any part of their name, or else pages with similar names. */
export function pagesNamed(
  { db }: Pick<App, 'db'>,
  words: readonly string[],
  limit: number,
): RawBuilder<PageRow> {
  const all = words.join(' ').toLowerCase();
  const open = db
    .selectFrom('social.page as page')
    .where(isOpenPage('page'))
    .select([sql<string>`page.id::text`.as('id'), 'page.username', 'page.title', 'page.about'])
    .select(['page.picture_small', sql<boolean>`page.verified_at is not null`.as('verified')])
    .limit(limit);
  if (all === '') return sql`${open.where(sql<boolean>`false`)}`;
  let matching = open.orderBy(sql`lower(page.username) = ${all}`, 'desc').orderBy('page.id');
  for (const condition of nameMatches(pageName, all)) matching = matching.where(condition);
  if (all.length < 4) return sql`${matching}`;
  const alike = open
    .where(sql<boolean>`search.name(${all}) <% ${pageName}`)
    .where(sql<boolean>`not exists (select from exact)`)
    .orderBy(sql`word_similarity(search.name(${all}), ${pageName})`, 'desc');
  return sql`(with exact as materialized (${matching})
    select * from exact union all select * from (${alike}) as alike)`;
}

export interface PageRow {
  id: string;
  username: string;
  title: string;
  about: string;
  picture_small: string | null;
  verified: boolean;
}

export const toFoundPage = (
  { files }: Pick<App, 'files'>,
  { picture_small, verified, ...page }: PageRow,
): FoundPage => ({
  ...page,
  picture: picture_small === null ? null : files.address(picture_small),
  isVerified: verified,
});

async function findPages(
  app: Pick<App, 'db' | 'files'>,
  words: readonly string[],
  limit: number,
): Promise<FoundPage[]> {
  const { rows } = await pagesNamed(app, words, limit).execute(app.db);
  return rows.map((row) => toFoundPage(app, row));
}

/** A hashtag with the approximate number of public posts. */
export interface FoundTag {
  tag: string;
  posts: number;
}

/**
 * Finds hashtags by prefix that are used in posts visible to the viewer, or else similar ones. Learned
 * hashtags must be checked, because their posts may no longer be visible.
 */
export function tagsNamed(
  { db }: Pick<App, 'db'>,
  viewer: Viewer | undefined,
  word: string,
  limit: number,
): RawBuilder<FoundTag> {
  const tag = toTag(word);
  if (tag.length < 2) return sql`select '' as tag, 0 as posts where false`;
  const alike = similar({ db }, 'tag', tag, limit).where(
    sql<boolean>`${sql.lit(tag.length > 3)} and not exists (select from begun)`,
  );
  const withTag = visiblePosts(db, viewer)
    .innerJoin('social.hashtag as hashtag', 'hashtag.post_id', 'post.id')
    .where(sql<boolean>`hashtag.tag = found.word`)
    .select('post.id');
  return sql`(with begun as materialized (${completions({ db }, 'tag', tag, limit)})
    select word as tag, n as posts from (
      select word, n from begun union all select word, n from (${alike}) as alike
    ) as found where exists (${withTag}))`;
}

export async function findTags(
  app: Pick<App, 'db'>,
  viewer: Viewer | undefined,
  word: string,
  limit: number,
): Promise<FoundTag[]> {
  const { rows } = await tagsNamed(app, viewer, word, limit).execute(app.db);
  return rows;
}

/** A glossary term in search results. */
export interface FoundTerm {
  slug: string;
  name: string;
  /** Markdown. */
  definition: string;
}

/** Finds terms by name or by words of their definition. */
export function termsNamed(
  { db }: Pick<App, 'db'>,
  tsquery: string,
  words: readonly string[],
  limit: number,
) {
  const name = words.join(' ');
  const { sortKey } = indexPositionOf(name);
  return db
    .selectFrom('social.term as term')
    .where('term.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        // An empty tsquery matches nothing but logs a notice each time.
        ...(tsquery === '' ? [] : [sql<boolean>`term.search @@ ${tsquery}::tsquery`]),
        ...(sortKey === '' ? [] : [eb.and(beginningWith(sortKey))]),
      ]),
    )
    .orderBy(sql`search.name(term.name) = search.name(${name})`, 'desc')
    .orderBy(sql`ts_rank(term.search, ${tsquery}::tsquery, 1)`, 'desc')
    .orderBy('term.id')
    .limit(limit)
    .select(['term.slug', 'term.name', 'term.definition']);
}

/** The range of the sort order with this prefix. */
const beginningWith = (sortKey: string) => [
  sql<boolean>`term.sort_key >= ${sortKey}`,
  sql<boolean>`term.sort_key < ${`${sortKey}\u{10ffff}`}`,
];

const findTermsBeginning = ({ db }: Pick<App, 'db'>, name: string, limit: number) =>
  db
    .selectFrom('social.term as term')
    .where('term.deleted_at', 'is', null)
    .where((eb) => eb.and(beginningWith(indexPositionOf(name).sortKey)))
    .orderBy('term.sort_key')
    .limit(limit)
    .select(['term.slug', 'term.name'])
    .execute();

export interface Suggestions {
  people: Person[];
  pages: FoundPage[];
  terms: { slug: string; name: string }[];
  tags: FoundTag[];
  forums: { id: string; title: string }[];
}

const fewOfEach = 3;

/** There are few forums, since only operators create them. */
const findForums = ({ db }: Pick<App, 'db'>, words: readonly string[], limit: number) => {
  let named = db.selectFrom('social.forum as forum').select(['forum.id', 'forum.title']);
  for (const condition of nameMatches(sql`search.name(forum.title)`, words.join(' ').toLowerCase()))
    named = named.where(condition);
  return named.orderBy('forum.position').orderBy('forum.id').limit(limit).execute();
};

const nothing: Suggestions = { people: [], pages: [], terms: [], tags: [], forums: [] };

/** Returns suggestions of people and content for the text typed so far. */
export async function suggest(app: App, viewer: Viewer | undefined, typed: string): Promise<Suggestions> {
  const begun = toLine(typed);
  const words = begun.split(' ').filter((word) => /[\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]/u.test(word));
  if (begun.length < 2 || words.length === 0) return nothing;
  if (begun.startsWith('#')) return { ...nothing, tags: await findTags(app, viewer, begun, fewOfEach * 2) };
  const findingPeople = findPeople(app, viewer, words, fewOfEach).then((ids) =>
    getProfiles(app, viewer, ids),
  );
  if (begun.startsWith('@')) return { ...nothing, people: await findingPeople };
  const [people, pages, terms, tags, forums] = await Promise.all([
    findingPeople,
    findPages(app, words, fewOfEach),
    findTermsBeginning(app, begun, fewOfEach),
    findTags(app, viewer, words.join(''), fewOfEach),
    findForums(app, words, fewOfEach),
  ]);
  return { people, pages, terms, tags, forums };
}
