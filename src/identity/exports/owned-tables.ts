import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../platform/app.ts';

/** The tables of a service. */
interface Tables {
  schema: 'social' | 'links';
  /** Columns that refer to a table without a foreign key, by name, with the table they refer to. */
  loose?: Readonly<Record<string, string>>;
}

/** A table of a service and how its rows belong to accounts. */
export interface OwnedTable {
  name: string;
  /** Columns that name the owning account. Empty if the rows belong to other rows of the account. */
  columns: string[];
  /** A condition that selects the rows deleted with the account, with its id as `$account`. */
  falls: string;
  /** Columns that name an involved account. The row remains when that account is deleted. */
  named: string[];
  /** Columns with paths of files. Excludes user input, which could name other users' files. */
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
 * Finds every table that has rows of an account in the database catalog, so new tables are exported and
 * erased automatically.
 */
export async function getOwnedTables(
  { db }: Pick<App, 'db'>,
  { schema, loose: implicitReferences = {} }: Tables,
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
    left join json_each_text(${JSON.stringify(implicitReferences)}::json) as loose (column_name, target) on loose.column_name = attribute.attname
    where relation.relnamespace = ${schema}::regnamespace and relation.relkind in ('r', 'p') and not relation.relispartition
      and (reference.oid is not null or loose.target is not null)
    order by relation.relname, attribute.attnum`.execute(db);
  const paths = await getPathColumns(db, schema);
  const byTable = Map.groupBy(rows, ({ table }) => table);
  return [...byTable].flatMap(([name, references]) => {
    const deletionCondition = conditionOf(schema, name, byTable, []);
    const referencingColumns = columnsOf(references, false);
    if (deletionCondition === undefined && referencingColumns.length === 0) return [];
    return [
      {
        name,
        columns: columnsOf(references, true),
        falls: deletionCondition ?? 'false',
        named: referencingColumns,
        paths: paths.get(name) ?? [],
      },
    ];
  });
}

const columnsOf = (references: readonly Reference[], deletionCondition: boolean): string[] =>
  references
    .filter((each) => each.target === account && each.falls === deletionCondition)
    .map(({ column }) => column);

async function getPathColumns(db: App['db'], schema: string): Promise<Map<string, string[]>> {
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
  const parts = (byTable.get(name) ?? []).flatMap(
    ({ column, target, targetColumn, falls: deletionCondition }) => {
      if (!deletionCondition) return [];
      if (target === account) return [`"${column}" = $account`];
      const above = seen.includes(target) ? undefined : conditionOf(schema, target, byTable, [...seen, name]);
      return above === undefined
        ? []
        : [`"${column}" in (select "${targetColumn}" from ${schema}."${target}" where ${above})`];
    },
  );
  return parts.length === 0 ? undefined : parts.map((part) => `(${part})`).join(' or ');
}

/** Deletes the rows owned by an account. Dependent rows are deleted by cascade. */
export async function deleteOwnedRows(
  { db }: Pick<App, 'db'>,
  { schema }: Tables,
  { name, columns }: OwnedTable,
  accountId: string,
): Promise<void> {
  for (const column of columns)
    await sql`delete from ${sql.id(schema, name)} where ${sql.id(column)} = ${accountId}`.execute(db);
}

/** Returns the condition as SQL with the account id filled in. */
export const conditionFor = (condition: string, accountId: string): RawBuilder<unknown> =>
  sql.join(
    condition.split('$account').map((part) => sql.raw(part)),
    sql`${accountId}`,
  );
