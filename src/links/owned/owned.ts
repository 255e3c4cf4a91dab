import { type RawBuilder, sql } from 'kysely';
import { missing, type Problem, type Message } from '../../kernel/problem.ts';
import { type App, type Ruled, verb, inTransaction, type Viewer } from '../../platform/app.ts';
import { isDuplicate } from '../../platform/database/errors.ts';
import { getNumberedPage, lockRow, nameContains } from '../../platform/database/queries.ts';
import type { PageNumber, PageOfRows } from '../../platform/database/queries.ts';
import { type Fields, type InputOf, isFlag, parseFields, type ValuesOf } from './fields.ts';

/**
 * A type of object that accounts own, in a table with `account_id`, and with `deleted_at` if it can be
 * restored.
 */
interface Owned<T> {
  /** Its feature, which the names of its verbs start with. */
  feature: string;
  table: `links.${'campaign' | 'channel' | 'overlay' | 'pixel' | 'splash_page' | 'tag' | 'utm_template'}`;
  /** Such as "Splash page". */
  name: Message;
  /** Returns an object that is not deleted. Objects of other accounts count as missing. */
  find: (app: Pick<App, 'db'>, accountId: string, id: string) => Promise<T | undefined>;
  /** Converts a database error on restore to a `Problem`. */
  restoreProblem?: ((error: unknown) => Problem | undefined) | undefined;
  /** Checks a restored object in the same transaction. */
  checkRestored?: ((app: App, restored: T) => Promise<void>) | undefined;
}

export type Owner = Pick<Viewer, 'id'>;

/** What every owned object has. */
interface Row {
  /** Digits. */
  id: string;
  name: string;
  createdAt: Date;
}

/** An object in its owner's list, with the number of links or items that use it. */
export type Listed<T> = T & { uses: number };

/** A stored kind of object: how it is found, listed, deleted and restored. */
export interface Stored<T extends Row> extends Owned<T> {
  /** Returns one page of the viewer's objects, those whose name contains `search`. */
  list: (
    app: Pick<App, 'db'>,
    viewer: Owner,
    page: PageNumber & { search?: string },
  ) => Promise<PageOfRows<Listed<T>>>;
  remove: ((app: App, viewer: Owner, id: string) => Promise<void>) & Ruled;
  restore: ((app: App, viewer: Owner, id: string) => Promise<T>) & Ruled;
}

interface Declaration<T extends Row> extends Omit<Owned<T>, 'find'> {
  /** Expressions of the row `own` by property, besides its id, name and time of creation. */
  columns: Readonly<Record<string, RawBuilder<unknown>>>;
  /** The number of links or items that use the row `own`. */
  uses: RawBuilder<number>;
  /** The order of the list. */
  order: RawBuilder<unknown>;
  /** Completes a row, such as with defaults of fields that were added later. */
  toObject?: (row: T) => T;
}

/** Declares a kind of object of an account: its table, its list, and the verbs that delete and restore it. */
export function declareStored<T extends Row>({
  columns,
  uses,
  order,
  toObject = (row) => row,
  ...declared
}: Declaration<T>): Stored<T> {
  // All these tables have the columns of tags that are used here.
  const table = declared.table as 'links.tag';
  const select = ({ db }: Pick<App, 'db'>, accountId: string) =>
    db
      .selectFrom(`${table} as own`)
      .where('own.account_id', '=', accountId)
      .where('own.deleted_at', 'is', null)
      .select(['own.id', 'own.name', 'own.created_at as createdAt'])
      .select(Object.entries(columns).map(([key, column]) => column.as(key)))
      .$castTo<T>();
  const owned: Owned<T> = {
    ...declared,
    find: async (app, accountId, id) => {
      const row = await select(app, accountId).where('own.id', '=', id).executeTakeFirst();
      return row && toObject(row as T);
    },
  };
  return {
    ...owned,
    list: async (app, viewer, { search = '', ...page }) => {
      const found = select(app, viewer.id).$if(search !== '', (query) =>
        query.where(nameContains(sql.ref('own.name'), search)),
      );
      const { rows, total } = await getNumberedPage(found, page, (query) =>
        query.select(uses.as('uses')).orderBy(order).$castTo<Listed<T>>(),
      );
      return { rows: rows.map((row) => ({ ...row, ...toObject(row) })), total };
    },
    ...deletionOf(owned),
  };
}

/** An owned object whose fields are columns. */
export type ObjectOf<F extends Fields> = Row & ValuesOf<F>;

/** A kind of object that is declared by its fields. */
export interface OwnedKind<F extends Fields> extends Stored<ObjectOf<F>> {
  fields: F;
  add: ((app: App, viewer: Owner, input: InputOf<F>) => Promise<ObjectOf<F>>) & Ruled;
  update: ((app: App, viewer: Owner, id: string, change: InputOf<F>) => Promise<ObjectOf<F>>) & Ruled;
}

interface KindDeclaration<F extends Fields> extends Pick<
  Declaration<ObjectOf<F>>,
  'feature' | 'table' | 'name' | 'uses' | 'order'
> {
  /** Its fields, one of which is `name`. */
  fields: F;
  /** What others of the same account cannot have too, by the constraint that ensures it. */
  unique: Readonly<Record<string, (values: ValuesOf<F>) => Problem>>;
  /** Rejects values that do not fit together. */
  check?: (values: ValuesOf<F>) => void;
  /** When an object is restored after its unique values were used for another. */
  takenSince: () => Problem;
  /** Returns other values to try if a new object was refused, such as another generated name. */
  retry?: (error: unknown, values: ValuesOf<F>, input: InputOf<F>) => ValuesOf<F> | undefined;
}

/** Declares a kind of object by its fields, with the verbs that create and update it. */
export function declareKind<F extends Fields>(declared: KindDeclaration<F>): OwnedKind<F> {
  const { feature, fields, unique, takenSince, retry, check } = declared;
  const table = declared.table as 'links.tag';
  const taken = (error: unknown, values: ValuesOf<F>): unknown =>
    Object.entries(unique).find(([constraint]) => isDuplicate(error, constraint))?.[1](values) ?? error;
  const stored = declareStored<ObjectOf<F>>({
    ...declared,
    columns: columnsOf(fields),
    restoreProblem: (error) => (isDuplicate(error) ? takenSince() : undefined),
  });

  const insert = ({ clock, ...app }: App, { id: accountId }: Owner, values: ValuesOf<F>) =>
    inTransaction({ clock, ...app }, async ({ db }) => {
      const createdAt = clock.now();
      const row = { account_id: accountId, created_at: createdAt, ...toRow(fields, values, createdAt) };
      const { id } = await db
        .insertInto(table)
        .values(row as never)
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id, createdAt, ...values } as ObjectOf<F>;
    });

  return {
    ...stored,
    fields,
    add: verb({ name: `${feature}.add`, who: 'member' }, async (app, viewer: Owner, input: InputOf<F>) => {
      const values = parseFields(fields, input);
      check?.(values);
      return insert(app, viewer, values).catch((error: unknown) => {
        const other = retry?.(error, values, input);
        if (!other) throw taken(error, values);
        return insert(app, viewer, other);
      });
    }),
    update: verb(
      { name: `${feature}.update`, who: 'member' },
      (app, viewer: Owner, id: string, change: InputOf<F>) =>
        changeOwned(app, viewer, stored, id, async ({ db, clock }, before) => {
          const values = parseFields(fields, change, before);
          check?.(values);
          await db
            .updateTable(table)
            .set(toRow(fields, values, clock.now()) as never)
            .where('id', '=', id)
            .execute()
            .catch((error: unknown) => {
              throw taken(error, values);
            });
          return { ...before, ...values };
        }),
    ),
  };
}

const columnsOf = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([key]) => key !== 'name')
      .map(([key, field]) => {
        const column = sql.ref(`own.${field.column}`);
        return [key, isFlag(field) ? sql`${column} is not null` : column];
      }),
  );

const toRow = (fields: Fields, values: Readonly<Record<string, unknown>>, now: Date) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [
      field.column,
      isFlag(field) ? (values[key] === true ? now : null) : values[key],
    ]),
  );

/**
 * Returns one of the viewer's objects. Throws a `Problem` if it does not exist or belongs to another account.
 */
export async function getOwned<T>(
  app: Pick<App, 'db'>,
  viewer: Owner,
  { name, find }: Pick<Owned<T>, 'name' | 'find'>,
  id: string,
): Promise<T> {
  const found = await find(app, viewer.id, id);
  if (!found) throw missing(name);
  return found;
}

/**
 * Changes one of the viewer's objects under a row lock, so that concurrent changes apply one after the other.
 */
export function changeOwned<T, Result>(
  app: App,
  viewer: Owner,
  owned: Owned<T>,
  id: string,
  change: (app: App, before: T) => Promise<Result>,
): Promise<Result> {
  return inTransaction(app, async (app) => {
    await lockRow(app, owned.table, id);
    return change(app, await getOwned(app, viewer, owned, id));
  });
}

/**
 * Soft-deletes one of the viewer's objects. References to it stay, so that `restoreOwned` restores it
 * unchanged.
 */
export async function deleteOwned(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  viewer: Owner,
  { table, name }: Pick<Owned<unknown>, 'table' | 'name'>,
  id: string,
): Promise<void> {
  const { numAffectedRows } = await sql`update ${sql.table(table)} set deleted_at = ${clock.now()}
    where id = ${id} and account_id = ${viewer.id} and deleted_at is null`.execute(db);
  if (numAffectedRows !== 1n) throw missing(name);
}

/** Restores an object that the viewer deleted. */
export function restoreOwned<T>(app: App, viewer: Owner, owned: Owned<T>, id: string): Promise<T> {
  return inTransaction(app, async (app) => {
    await sql`update ${sql.table(owned.table)} set deleted_at = null where id = ${id} and account_id = ${viewer.id}`
      .execute(app.db)
      .catch((error: unknown) => {
        throw owned.restoreProblem?.(error) ?? error;
      });
    const restored = await getOwned(app, viewer, owned, id);
    await owned.checkRestored?.(app, restored);
    return restored;
  });
}

/** The verbs that delete and restore an object, such as `tags.delete`. */
const deletionOf = <T>(owned: Owned<T>) => ({
  remove: verb({ name: `${owned.feature}.delete`, who: 'member' }, (app, viewer: Owner, id: string) =>
    deleteOwned(app, viewer, owned, id),
  ),
  restore: verb({ name: `${owned.feature}.restore`, who: 'member' }, (app, viewer: Owner, id: string) =>
    restoreOwned(app, viewer, owned, id),
  ),
});
