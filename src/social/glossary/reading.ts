import { msg, missing } from '../../kernel/problem.ts';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { App } from '../../platform/app.ts';
import { termSlug, type TermContent } from './term.ts';

/** A term as displayed. */
export interface Term {
  id: string;
  slug: string;
  name: string;
  aliases: string[];
  definition: string;
  updatedAt: Date;
  seeAlso: { id: string; slug: string; name: string }[];
  sets: { id: string; slug: string; title: string }[];
}

export interface TermSet {
  id: string;
  slug: string;
  title: string;
  description: string;
  terms: number;
}

/** Terms that are not deleted, with all their parts. */
export const selectTerms = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('social.term as term')
    .where('term.deleted_at', 'is', null)
    .select([
      'term.id',
      'term.slug',
      'term.name',
      'term.aliases',
      'term.definition',
      'term.updated_at as updatedAt',
    ])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('social.term as other')
          .where('other.deleted_at', 'is', null)
          // Relations are symmetric: a reference in either direction counts.
          .where(
            sql<boolean>`other.id in (select near.other_id from social.term_relation as near where near.term_id = term.id
              union all select near.term_id from social.term_relation as near where near.other_id = term.id)`,
          )
          .orderBy('other.sort_key')
          .select([sql<string>`other.id::text`.as('id'), 'other.slug', 'other.name']),
      ).as('seeAlso'),
      jsonArrayFrom(
        eb
          .selectFrom('social.term_in_set as within')
          .innerJoin('social.term_set as term_set', 'term_set.id', 'within.set_id')
          .whereRef('within.term_id', '=', 'term.id')
          .orderBy('term_set.title')
          .select([sql<string>`term_set.id::text`.as('id'), 'term_set.slug', 'term_set.title']),
      ).as('sets'),
    ]);

export async function getTerm(app: Pick<App, 'db'>, id: string): Promise<Term> {
  const term = await selectTerms(app).where('term.id', '=', id).executeTakeFirst();
  if (!term) throw missing(msg('Term'));
  return term;
}

/** Returns a term by its current or a former slug. */
export async function getTermAt(app: Pick<App, 'db'>, slug: string): Promise<Term> {
  const term = await selectTerms(app)
    .where('term.id', '=', (eb) =>
      eb.selectFrom('social.term_address').where('slug', '=', slug).select('term_id'),
    )
    .executeTakeFirst();
  if (!term) throw missing(msg('Term'));
  return term;
}

/** Returns the term ids by name or alias. */
export async function findByNames(
  { db }: Pick<App, 'db'>,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const slugs = names.map(termSlug);
  const rows = await db
    .selectFrom('social.term as term')
    .innerJoin('social.term_address as address', 'address.term_id', 'term.id')
    .where('term.deleted_at', 'is', null)
    .where('address.slug', 'in', slugs)
    .select(['term.id', 'address.slug'])
    .execute();
  const bySlug = new Map(rows.map(({ id, slug }) => [slug, id]));
  return new Map(
    names.flatMap((name) => {
      const id = bySlug.get(termSlug(name));
      return id === undefined ? [] : [[name, id] as const];
    }),
  );
}

/** Returns the current content of a term in the format of its versions. */
export async function getTermContent({ db }: Pick<App, 'db'>, term: Term): Promise<TermContent> {
  const named = await db
    .selectFrom('social.term_relation')
    .where('term_id', '=', term.id)
    .orderBy('other_id')
    .select('other_id')
    .execute();
  return {
    name: term.name,
    aliases: term.aliases,
    definition: term.definition,
    seeAlso: named.map(({ other_id }) => other_id),
    sets: term.sets.map(({ id }) => id),
  };
}

/** Returns the names of the ids in contents. Deleted terms and sets are omitted. */
export async function getNames(
  { db }: Pick<App, 'db'>,
  contents: readonly TermContent[],
): Promise<{ terms: Map<string, string>; sets: Map<string, string> }> {
  const termIds = contents.flatMap(({ seeAlso }) => seeAlso);
  const setIds = contents.flatMap(({ sets }) => sets);
  const terms = await db
    .selectFrom('social.term')
    .where('id', '=', sql<string>`any(${termIds}::bigint[])`)
    .where('deleted_at', 'is', null)
    .select(['id', 'name'])
    .execute();
  const sets = await db
    .selectFrom('social.term_set')
    .where('id', '=', sql<string>`any(${setIds}::bigint[])`)
    .select(['id', 'title'])
    .execute();
  return {
    terms: new Map(terms.map(({ id, name }) => [id, name])),
    sets: new Map(sets.map(({ id, title }) => [id, title])),
  };
}

/** Returns recently updated terms for the sidebar. */
export const listRecentTerms = ({
  db,
}: Pick<App, 'db'>): Promise<Pick<Term, 'slug' | 'name' | 'updatedAt'>[]> =>
  db
    .selectFrom('social.term as term')
    .where('term.deleted_at', 'is', null)
    .orderBy('term.updated_at', 'desc')
    .orderBy('term.id', 'desc')
    .limit(6)
    .select(['term.slug', 'term.name', 'term.updated_at as updatedAt'])
    .execute();

/** Returns other terms of a set, starting with those that follow in index order. */
export const listNeighbors = (
  { db }: Pick<App, 'db'>,
  { id }: Pick<Term, 'id'>,
  setId: string,
): Promise<Pick<Term, 'slug' | 'name'>[]> =>
  db
    .selectFrom('social.term_in_set as within')
    .innerJoin('social.term as term', 'term.id', 'within.term_id')
    .where('within.set_id', '=', setId)
    .where('term.deleted_at', 'is', null)
    .where('term.id', '<>', id)
    .orderBy(sql`term.sort_key < (select sort_key from social.term where id = ${id})`)
    .orderBy('term.sort_key')
    .limit(8)
    .select(['term.slug', 'term.name'])
    .execute();

const selectSets = ({ db }: Pick<App, 'db'>) =>
  db
    .selectFrom('social.term_set as term_set')
    .select(['term_set.id', 'term_set.slug', 'term_set.title', 'term_set.description'])
    .select(
      sql<number>`(select count(*)::integer from social.term_in_set as within
        join social.term on social.term.id = within.term_id and social.term.deleted_at is null
        where within.set_id = term_set.id)`.as('terms'),
    )
    .orderBy('term_set.title');

export const listSets = (app: Pick<App, 'db'>): Promise<TermSet[]> => selectSets(app).limit(200).execute();

export async function getSet(app: Pick<App, 'db'>, slug: string): Promise<TermSet> {
  const found = await selectSets(app).where('term_set.slug', '=', slug).executeTakeFirst();
  if (!found) throw missing(msg('Set'));
  return found;
}
