import { sql } from 'kysely';
import { livePeople } from '../../identity/account/people.ts';
import { toTag } from '../../kernel/typed-text/tokens.ts';
import type { App } from '../../platform/app.ts';
import { toPlainMarks } from '../text/tokens.ts';

/** Search types. Replies are included in threads, and answers in questions. */
export const searchTypes = [
  'people',
  'posts',
  'articles',
  'threads',
  'questions',
  'pages',
  'terms',
  'tags',
] as const;
export type SearchType = (typeof searchTypes)[number];

const isSearchType = (word: string): word is SearchType => (searchTypes as readonly string[]).includes(word);

/** A parsed search query. */
export interface SearchQuery {
  /** Single words, in order, as typed. */
  words: string[];
  /** Quoted phrases. */
  phrases: string[];
  /** Excluded words. */
  without: string[];
  type?: SearchType;
  from?: string;
  tag?: string;
  forum?: string;
  isSolved?: true;
  before?: Date;
  after?: Date;
  sort?: 'relevance' | 'newest';
}

const maxWords = 12;
const part = /(?<not>-)?(?:(?<filter>[a-z]+):)?(?:"(?<quoted>[^"]*)"?|(?<plain>\S+))/giu;

/** A filter without a value. */
const isUnfinished = /^(type|from|tag|in|is|before|after|sort):$/i;

/**
 * Parses words, "phrases", -excluded words, and filters: type:, from:, tag: or #, in: (a forum), is:solved,
 * before:, after:, sort:. Unknown filters are treated as words.
 */
export function parseQuery(typed: string): SearchQuery {
  const query: SearchQuery = { words: [], phrases: [], without: [] };
  for (const { 0: whole, groups = {} } of toPlainMarks(typed).matchAll(part)) {
    const { not, filter, quoted, plain } = groups;
    const value = (quoted ?? plain ?? '').trim();
    if (!not && filter !== undefined && parseFilter(query, filter.toLowerCase(), value)) continue;
    if (!not && filter === undefined && plain?.startsWith('#') && parseFilter(query, 'tag', value)) continue;
    if (plain !== undefined && isUnfinished.test(plain)) continue;
    const text = filter === undefined ? value.replace(/^#/, '') : whole.replaceAll(/["]|^-/g, '');
    if (!/[\p{L}\p{N}\p{Extended_Pictographic}\p{RI}]/u.test(text)) continue;
    const list = not
      ? query.without
      : quoted !== undefined && filter === undefined
        ? query.phrases
        : query.words;
    if (query.words.length + query.phrases.length + query.without.length < maxWords) list.push(text);
  }
  return query;
}

/** Whether the query contains nothing to search for. */
export const isEmpty = (query: SearchQuery): boolean =>
  query.words.length + query.phrases.length === 0 && !isFiltered(query);

/** Whether the filters restrict the search to posts. */
export const isFiltered = ({ from, tag, forum, isSolved, before, after }: SearchQuery): boolean =>
  [from, tag, forum, isSolved, before, after].some((each) => each !== undefined);

function parseFilter(query: SearchQuery, name: string, value: string): boolean {
  const word = value.toLowerCase();
  switch (name) {
    case 'type': {
      const type = [word, `${word}s`].find(isSearchType);
      if (type) query.type = type;
      return type !== undefined;
    }
    case 'from':
      query.from = word.replace(/^@/, '');
      return query.from !== '';
    case 'tag':
      query.tag = toTag(value);
      return /\p{L}/u.test(query.tag) || drop(query, 'tag');
    case 'in':
      query.forum = value;
      return value !== '' || drop(query, 'forum');
    case 'is':
      if (word === 'solved') query.isSolved = true;
      return word === 'solved';
    case 'before':
    case 'after': {
      const date = toDate(word);
      if (date) query[name] = date;
      return date !== undefined;
    }
    case 'sort':
      if (word === 'newest' || word === 'relevance') query.sort = word;
      return word === 'newest' || word === 'relevance';
    default:
      return false;
  }
}

function drop(query: SearchQuery, name: 'tag' | 'forum'): false {
  Reflect.deleteProperty(query, name);
  return false;
}

/** Parses a year, month or day, in UTC. */
function toDate(word: string): Date | undefined {
  if (!/^\d{4}(-\d{2}(-\d{2})?)?$/.test(word)) return undefined;
  const date = new Date(word);
  // Rejects invalid days, such as 30 February, which would be parsed as 2 March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(word) ? date : undefined;
}

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
