import { CompiledQuery, sql } from 'kysely';
import type { Kysely, RawBuilder, SqlBool, SelectQueryBuilder } from 'kysely';
import { Problem } from '../../kernel/problem.ts';
import { days } from '../../kernel/time.ts';
import type { App, Asker } from '../app.ts';
import type { DB } from './rows.gen.ts';

/**
 * Locks a row until the surrounding transaction ends, so concurrent changes run one after the other. Call it
 * before reading the row. Does nothing if the row does not exist, which the read will detect.
 */
export async function lockRow({ db }: Pick<App, 'db'>, table: string, id: string): Promise<void> {
  await sql`select from ${sql.table(table)} where id = ${id} for no key update`.execute(db);
}

/**
 * Adds an optional filter to a query if its value is given: `query.$call(whenGiven(before, (query, id) =>
 * query.where('post.id', '<', id)))`.
 */
export const whenGiven =
  <Value, Query>(value: Value | undefined, add: (query: Query, value: Value) => Query) =>
  (query: Query): Query =>
    value === undefined ? query : add(query, value);

const maxWords = 5;

/**
 * Conditions that a name contains each of the typed words, ignoring accents and letter case. `name` is an
 * indexed `search.name(…)` expression.
 */
export function nameMatches(name: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool>[] {
  return nameWords(typed).map((word) => sql<SqlBool>`${name} like any (search.name_patterns(${word}))`);
}

/** The words without the punctuation around them. Punctuation alone is a word only if there is no other. */
function nameWords(typed: string): string[] {
  const words = typed.split(/\s+/).filter(Boolean).slice(0, maxWords);
  const inner = words.map(withoutMarks).filter(Boolean);
  return inner.length > 0 ? inner : words;
}

function withoutMarks(word: string): string {
  const characters = Array.from(word);
  const isMark = (character: string) => /\p{P}/u.test(character);
  const start = characters.findIndex((each) => !isMark(each));
  return characters.slice(start, characters.findLastIndex((each) => !isMark(each)) + 1).join('');
}

/** Whether the name contains the typed text, including its spaces. */
export const nameContains = (name: RawBuilder<unknown>, typed: string): RawBuilder<boolean> =>
  sql<boolean>`search.name(${name}) like '%' || search.literal(trim(search.name(${typed}))) || '%'`;

/** Placeholder for a value while a statement is compiled. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A query of the builder or raw SQL. */
interface Built<Row> {
  compile(db: Kysely<DB>): CompiledQuery<Row>;
}

/** Further shapes of a query are built each time, such as those of far pages, whose numbers clients choose. */
const maxShapes = 50;

interface Statement {
  text: string;
  parameters: readonly unknown[];
}

/**
 * Builds and compiles a frequent query once for each shape, then runs it with different values. Building a
 * query takes longer than running it. `build` may only pass its values on as parameters, except that it may
 * check whether one is undefined. Anything else that changes the SQL text must come from the shape, of which
 * there should be few.
 */
export function compileOnce<Values extends object, Row, Shape = undefined>(
  build: (db: Kysely<DB>, values: Values, shape: Shape) => Built<Row>,
): (db: Kysely<DB>, values: Values, shape: Shape) => Promise<Row[]> {
  const statements = new Map<string, Statement>();
  return async (db, values, shape) => {
    const key = keyOf(values, shape);
    let statement = statements.get(key);
    if (!statement) {
      const { sql: text, parameters } = build(db, placeholdersFor(values), shape).compile(db);
      statement = { text, parameters };
      if (statements.size < maxShapes) statements.set(key, statement);
    }
    const { rows } = await db.executeQuery<Row>(
      CompiledQuery.raw(
        statement.text,
        statement.parameters.map((each) =>
          each instanceof Placeholder ? values[each.name as keyof Values] : each,
        ),
      ),
    );
    return rows;
  };
}

function keyOf(values: object, shape: unknown): string {
  let key = shape === undefined ? '' : JSON.stringify(shape);
  for (const [name, value] of Object.entries(values)) if (value === undefined) key += ` ${name}`;
  return key;
}

function placeholdersFor<Values extends object>(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === undefined ? undefined : new Placeholder(name),
    ]),
  ) as Values;
}

/** As `compileOnce`, for a query that depends on the viewer: on their id as a value, and on their permissions. */
export function compileForViewer<Values extends object, Row, Shape = undefined>(
  build: (db: Kysely<DB>, viewer: Asker | undefined, values: Values, shape: Shape) => Built<Row>,
): (db: Kysely<DB>, viewer: Asker | undefined, values: Values, shape: Shape) => Promise<Row[]> {
  const run = compileOnce(
    (
      db,
      { asker, ...values }: Values & { asker: string | undefined },
      [permissions, shape]: [Asker['permissions'] | undefined, Shape],
    ) =>
      build(
        db,
        permissions && asker !== undefined ? { id: asker, permissions } : undefined,
        values as unknown as Values,
        shape,
      ),
  );
  return (db, viewer, values, shape) =>
    run(db, { ...values, asker: viewer?.id }, [viewer?.permissions, shape]);
}

/** As `compileForViewer`, for a query that only members run. */
export const compileForMember = <Values extends object, Row, Shape = undefined>(
  build: (db: Kysely<DB>, viewer: Asker, values: Values, shape: Shape) => Built<Row>,
): ((db: Kysely<DB>, viewer: Asker, values: Values, shape: Shape) => Promise<Row[]>) =>
  compileForViewer((db, viewer, values, shape) => {
    if (!viewer) throw new Error('This query is for members');
    return build(db, viewer, values, shape);
  });

interface DayLimit {
  /** Has a row for each created item, with its `created_at` and its creator. */
  table: string;
  accountColumn: string;
  accountId: string;
  max: number;
  message: string;
}

/** Rejects an account that has reached its daily limit, with the time when it can create another. */
export async function enforceDailyLimit(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { table, accountColumn, accountId, max, message }: DayLimit,
): Promise<void> {
  const since = new Date(clock.now().getTime() - days(1));
  const { rows } = await sql<{ at: Date }>`
    select created_at as at from ${sql.table(table)}
    where ${sql.ref(accountColumn)} = ${accountId} and created_at > ${since}
    order by created_at desc offset ${sql.lit(max - 1)} limit 1`.execute(db);
  const [last] = rows;
  if (!last) return;
  const retryAfter = Math.ceil((last.at.getTime() - since.getTime()) / 1000);
  throw new Problem('throttled', message, { retryAfter });
}

/**
 * A page of a list with cursor pagination. `next` is the cursor of the next page, undefined on the last one.
 */
export interface CursorPage<Item> {
  items: Item[];
  next: string | undefined;
}

/** A page of a list with page numbers. */
export interface NumberedPage<Item> {
  items: Item[];
  hasMore: boolean;
}

/** The number of a page, from 1, and the rows per page. */
export interface PageNumber {
  page: number;
  perPage: number;
}

export interface PageOfRows<Row> {
  rows: Row[];
  /** Number of rows on all pages. */
  total: number;
}

/**
 * Loads one page of a query's result. `listed` is the query with its order and the columns that only a list
 * shows.
 */
export async function getNumberedPage<DB, Tables extends keyof DB, Found, Listed>(
  found: SelectQueryBuilder<DB, Tables, Found>,
  { page, perPage }: PageNumber,
  listed: (query: SelectQueryBuilder<DB, Tables, Found>) => {
    limit(rows: number): { offset(rows: number): { execute(): Promise<Listed[]> } };
  },
): Promise<PageOfRows<Listed>> {
  const rows = await listed(found)
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  // A partial page is the last one, unless it is empty because it is past the end.
  const isLast = rows.length < perPage && (rows.length > 0 || page === 1);
  if (isLast) return { rows, total: (page - 1) * perPage + rows.length };
  const counted = found.clearSelect().select(sql<number>`count(*)::float8`.as('total'));
  const { total } = (await counted.executeTakeFirstOrThrow()) as { total: number };
  return { rows, total };
}
