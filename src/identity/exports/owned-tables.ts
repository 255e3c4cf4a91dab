import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../platform/app.ts';

/** Where a service has its tables. */
interface Tables {
  schema: 'social' | 'links';
  /** Columns that refer to a table although no foreign key says so: what each is called, and the table that it names. */
  loose?: Readonly<Record<string, string>>;
}

/** A table of a service, and how one tells whose its rows are. */
export interface OwnedTable {
  name: string;
  /** Columns that name the person whose row it is; empty where rows hang on others of theirs. */
  columns: string[];
  /** A condition on all rows that go when the person does, with their id as `$account`. */
  falls: string;
  /** Columns that name somebody who had to do with it, and that a row outlives. */
  named: string[];
  /** Columns that hold paths of files. Never what people type: that may name others' files. */
  paths: string[];
}

interface Reference {
  table: string;
  column: string;
  target: string;
  targetColumn: string;
  falls: boolean;
}

const account = 'identity.account';

/**
 * Every table in which a person has rows, found in the database's own catalogue, so that a table that is added is in the
 * download, and is emptied, without anybody thinking of it.
 */
export async function readOwnedTables(
  { db }: Pick<App, 'db'>,
  { schema, loose = {} }: Tables,
): Promise<OwnedTable[]> {
  const { rows } = await sql<Reference>`
    select relation.relname as table, attribute.attname as column,
      case when reference.oid is null then loose.target
        when target.relnamespace = relation.relnamespace then target.relname
        else target.relnamespace::regnamespace::text || '.' || target.relname end as target,
      coalesce(target_attribute.attname, 'id') as "targetColumn", coalesce(reference.confdeltype = 'c', true) as falls
    from pg_class relation
    join pg_attribute attribute on attribute.attrelid = relation.oid and attribute.attnum > 0 and not attribute.attisdropped
    left join pg_constraint reference on reference.conrelid = relation.oid and reference.contype = 'f'
      and reference.conkey = array[attribute.attnum]
    left join pg_class target on target.oid = reference.confrelid
    left join pg_attribute target_attribute on target_attribute.attrelid = target.oid
      and target_attribute.attnum = reference.confkey[1]
    left join json_each_text(${JSON.stringify(loose)}::json) as loose (column_name, target) on loose.column_name = attribute.attname
    where relation.relnamespace = ${schema}::regnamespace and relation.relkind in ('r', 'p') and not relation.relispartition
      and (reference.oid is not null or loose.target is not null)
    order by relation.relname, attribute.attnum`.execute(db);
  const paths = await readPathColumns(db, schema);
  const byTable = Map.groupBy(rows, ({ table }) => table);
  return [...byTable].flatMap(([name, references]) => {
    const falls = conditionOf(schema, name, byTable, []);
    const named = columnsOf(references, false);
    if (falls === undefined && named.length === 0) return [];
    return [
      {
        name,
        columns: columnsOf(references, true),
        falls: falls ?? 'false',
        named,
        paths: paths.get(name) ?? [],
      },
    ];
  });
}

const columnsOf = (references: readonly Reference[], falls: boolean): string[] =>
  references.filter((each) => each.target === account && each.falls === falls).map(({ column }) => column);

async function readPathColumns(db: App['db'], schema: string): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text) as columns
    from information_schema.columns
    where table_schema = ${schema} and data_type = 'text'
      and column_name ~ '(^|_)(path|icon|picture|cover|poster|thumbnail)$'
    group by table_name`.execute(db);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

function conditionOf(
  schema: string,
  name: string,
  byTable: ReadonlyMap<string, Reference[]>,
  seen: readonly string[],
): string | undefined {
  const parts = (byTable.get(name) ?? []).flatMap(({ column, target, targetColumn, falls }) => {
    if (!falls) return [];
    if (target === account) return [`"${column}" = $account`];
    const above = seen.includes(target) ? undefined : conditionOf(schema, target, byTable, [...seen, name]);
    return above === undefined
      ? []
      : [`"${column}" in (select "${targetColumn}" from ${schema}."${target}" where ${above})`];
  });
  return parts.length === 0 ? undefined : parts.map((part) => `(${part})`).join(' or ');
}

/** Deletes the rows that name an account as their owner; what hangs on them goes with them. */
export async function deleteOwnedRows(
  { db }: Pick<App, 'db'>,
  { schema }: Tables,
  { name, columns }: OwnedTable,
  accountId: string,
): Promise<void> {
  for (const column of columns)
    await sql`delete from ${sql.id(schema, name)} where ${sql.id(column)} = ${accountId}`.execute(db);
}

/** The condition as SQL, with the person's id in its place. */
export const conditionFor = (condition: string, accountId: string): RawBuilder<unknown> =>
  sql.join(
    condition.split('$account').map((part) => sql.raw(part)),
    sql`${accountId}`,
  );
