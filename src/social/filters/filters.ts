import { setHasFilters } from '../../identity/account/viewer.ts';
import { comparableText } from '../../kernel/comparable.ts';
import { msg, invalid, missing, Problem } from '../../kernel/problem.ts';
import { lengthOf, toLine } from '../../kernel/text.ts';
import { minutes } from '../../kernel/time.ts';
import { type App, perAccount, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { lockRow } from '../../platform/database/queries.ts';
import { deleteWithUndo, undoDeletion } from '../undo.ts';

export const filtersPath = '/settings/filters';

/** What is done with content that matches: it is collapsed behind the name of the filter, or not shown at all. */
export const filterActions = ['warn', 'hide'] as const;
export type FilterAction = (typeof filterActions)[number];

/** Where a filter applies: lists of posts, profiles and pages, search, comments and replies, notifications. */
export const filterContexts = ['feeds', 'profiles', 'search', 'threads', 'notifications'] as const;
export type FilterContext = (typeof filterContexts)[number];

/** A keyword filter of a person. */
export interface Filter {
  id: string;
  name: string;
  keywords: readonly string[];
  /** Whether keywords inside of other words do not match. */
  isWholeWord: boolean;
  action: FilterAction;
  contexts: readonly FilterContext[];
  /** Null if it does not expire. */
  expiresAt: Date | null;
  hasExpired: boolean;
}

const maxFilters = 50;
/** Of all filters of a person together. */
const maxKeywords = 200;
const longestKeyword = 80;
export const longestFilterName = 100;
/** Longest time until a filter expires, in seconds. */
export const longestExpiry = 10 * 365 * 86_400;

/** The viewer's filters, also expired ones, by name. */
export async function listFilters({ db, clock }: App, viewer: Viewer): Promise<Filter[]> {
  const rows = await db
    .selectFrom('social.filter')
    .where('account_id', '=', viewer.id)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .select(['id', 'name', 'keywords', 'is_whole_word', 'action', 'contexts', 'expires_at'])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    keywords: row.keywords,
    isWholeWord: row.is_whole_word,
    action: row.action as FilterAction,
    contexts: filterContexts.filter((each) => row.contexts.includes(each)),
    expiresAt: row.expires_at,
    hasExpired: row.expires_at !== null && row.expires_at <= clock.now(),
  }));
}

export async function getFilter(app: App, viewer: Viewer, id: string): Promise<Filter> {
  const filter = (await listFilters(app, viewer)).find((each) => each.id === id);
  if (!filter) throw missing(msg('Filter'));
  return filter;
}

/** A filter as typed. */
export interface TypedFilter {
  /** Empty: the first keyword. */
  name: string;
  keywords: readonly string[];
  isWholeWord: boolean;
  action: FilterAction;
  contexts: readonly FilterContext[];
  /** Seconds until it expires. Null: never. Undefined: as before. */
  expiresIn?: number | null | undefined;
}

const limit = perAccount(100, minutes(5));

export const addFilter = verb(
  { name: 'filters.add', who: 'member', limit },
  (app, viewer: Viewer, typed: TypedFilter): Promise<string> =>
    changeFilters(app, viewer, async (app) => {
      const others = await listFilters(app, viewer);
      refuseMore(others);
      const { id } = await app.db
        .insertInto('social.filter')
        .values({
          account_id: viewer.id,
          created_at: app.clock.now(),
          ...toColumns(app, typed, others),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    }),
);

/** Changes the given parts of a filter. */
export const updateFilter = verb(
  { name: 'filters.update', who: 'member', limit },
  (app, viewer: Viewer, id: string, typed: Partial<TypedFilter>): Promise<void> =>
    changeFilters(app, viewer, async (app) => {
      const before = await getFilter(app, viewer, id);
      const others = (await listFilters(app, viewer)).filter((each) => each.id !== id);
      await app.db
        .updateTable('social.filter')
        .set(toColumns(app, { ...before, ...typed }, others))
        .where('id', '=', id)
        .execute();
    }),
);

/** Deletes a filter. `restoreFilter` can undo it for an hour, until another one is deleted. */
export const deleteFilter = verb(
  { name: 'filters.delete', who: 'member', limit },
  (app, viewer: Viewer, id: string): Promise<void> =>
    changeFilters(app, viewer, async (app) => {
      await getFilter(app, viewer, id);
      await deleteWithUndo(app, viewer, 'social.filter', id);
    }),
);

/** Undoes `deleteFilter`. */
export const restoreFilter = verb(
  { name: 'filters.restore', who: 'member', limit },
  (app, viewer: Viewer, id: string): Promise<void> =>
    changeFilters(app, viewer, async (app) => {
      refuseMore(await listFilters(app, viewer));
      await undoDeletion(app, viewer, { table: 'social.filter', id, name: msg('Deleted filter') });
      refuseKeywords(await listFilters(app, viewer));
    }),
);

function refuseMore(filters: readonly Filter[]): void {
  if (filters.length >= maxFilters)
    throw new Problem('conflict', msg('You can have at most {maxFilters} filters', { maxFilters }));
}

function refuseKeywords(filters: readonly Pick<Filter, 'keywords'>[]): void {
  if (filters.reduce((sum, each) => sum + each.keywords.length, 0) > maxKeywords)
    throw invalid('keywords', msg('Use at most {maxKeywords} keywords in all your filters', { maxKeywords }));
}

/** Changes the filters of a person one after the other, and notes whether any are left. */
const changeFilters = <Result>(
  app: App,
  viewer: Viewer,
  change: (app: App) => Promise<Result>,
): Promise<Result> =>
  inTransaction(app, async (app) => {
    await lockRow(app, 'identity.account', viewer.id);
    const result = await change(app);
    const left = await app.db
      .selectFrom('social.filter')
      .where('account_id', '=', viewer.id)
      .where('deleted_at', 'is', null)
      .select('id')
      .limit(1)
      .executeTakeFirst();
    await setHasFilters(app, viewer.id, left !== undefined);
    return result;
  });

function toColumns({ clock }: App, typed: TypedFilter, others: readonly Filter[]) {
  const keywords = toKeywords(typed.keywords);
  refuseKeywords([...others, { keywords }]);
  const name = toLine(typed.name) || (keywords[0] ?? '');
  if (lengthOf(name) > longestFilterName)
    throw invalid('name', msg('Use at most {max} characters', { max: longestFilterName }));
  const contexts = filterContexts.filter((each) => typed.contexts.includes(each));
  if (contexts.length === 0) throw invalid('contexts', msg('Choose at least one place'));
  const { expiresIn } = typed;
  return {
    name,
    keywords,
    is_whole_word: typed.isWholeWord,
    action: typed.action,
    contexts,
    ...(expiresIn !== undefined && {
      expires_at: expiresIn === null ? null : new Date(clock.now().getTime() + expiresIn * 1000),
    }),
  };
}

/** Without repetitions and blank lines. */
function toKeywords(typed: readonly string[]): string[] {
  const byForm = new Map<string, string>();
  for (const keyword of typed.map(toLine)) {
    if (lengthOf(keyword) > longestKeyword)
      throw invalid(
        'keywords',
        msg('Use at most {longestKeyword} characters in a keyword', { longestKeyword }),
      );
    const form = comparableText(keyword);
    if (form !== '' && !byForm.has(form)) byForm.set(form, keyword);
  }
  if (byForm.size === 0) throw invalid('keywords', msg('Enter at least one word or phrase'));
  return [...byForm.values()];
}
