import { normalize } from '../../kernel/text.ts';

/** What can be searched for; replies are among threads, answers among questions. */
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

/** What somebody typed into the box, taken apart. */
export interface SearchQuery {
  /** Single words, in order, as typed. */
  words: string[];
  /** What stood in quotes. */
  phrases: string[];
  /** What must not be in it. */
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

/** A filter whose value was not typed yet. */
const isUnfinished = /^(type|from|tag|in|is|before|after|sort):$/i;

/**
 * Words, "phrases", -without, and filters: type:, from:, tag: or #, in: (a forum), is:solved, before:, after:, sort:. What looks
 * like a filter and is none is words.
 */
export function parseQuery(typed: string): SearchQuery {
  const query: SearchQuery = { words: [], phrases: [], without: [] };
  for (const { 0: whole, groups = {} } of normalize(typed, 'NFC').matchAll(part)) {
    const { not, filter, quoted, plain } = groups;
    const value = (quoted ?? plain ?? '').trim();
    if (!not && filter !== undefined && parseFilter(query, filter.toLowerCase(), value)) continue;
    if (!not && filter === undefined && plain?.startsWith('#') && parseFilter(query, 'tag', value)) continue;
    if (plain !== undefined && isUnfinished.test(plain)) continue;
    const text = filter === undefined ? value.replace(/^#/, '') : whole.replaceAll(/["]|^-/g, '');
    if (!/[\p{L}\p{N}]/u.test(text)) continue;
    const list = not
      ? query.without
      : quoted !== undefined && filter === undefined
        ? query.phrases
        : query.words;
    if (query.words.length + query.phrases.length + query.without.length < maxWords) list.push(text);
  }
  return query;
}

/** Whether anything is asked for at all. */
export const isEmpty = (query: SearchQuery): boolean =>
  query.words.length + query.phrases.length === 0 && !isFiltered(query);

/** Whether only posts can be meant. */
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
      query.tag = word.replace(/^#/, '');
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

/** A year, a month or a day, in UTC. */
function toDate(word: string): Date | undefined {
  if (!/^\d{4}(-\d{2}(-\d{2})?)?$/.test(word)) return undefined;
  const date = new Date(word);
  // There is no 30th of February, though it is taken for the 2nd of March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(word) ? date : undefined;
}
