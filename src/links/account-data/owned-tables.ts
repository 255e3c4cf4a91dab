import { sql } from 'kysely';
import type { App } from '../../platform/app.ts';

/** A table of Hop's, and how one tells whose its rows are. */
interface OwnedTable {
  name: string;
  /** A condition on its rows, with the account's id as `$account`. */
  condition: string;
  /** Its rows name the account themselves; those of others hang on such rows, and go with them. */
  isDirect: boolean;
}

interface Column {
  table: string;
  column: string;
  /** What the column refers to, if anything. */
  target: string | null;
  targetColumn: string | null;
}

/**
 * Every table in which an account has rows, found in the database's own catalogue, so that a table that is added is in
 * the download, and is emptied, without anybody thinking of it.
 */
export async function readOwnedTables({ db }: Pick<App, 'db'>): Promise<OwnedTable[]> {
  const { rows } = await sql<Column>`
    select relation.relname as table, attribute.attname as column,
      target.relname as target, target_attribute.attname as "targetColumn"
    from pg_class relation
    join pg_attribute attribute on attribute.attrelid = relation.oid and attribute.attnum > 0
    left join pg_constraint reference on reference.conrelid = relation.oid and reference.contype = 'f'
      and reference.conkey = array[attribute.attnum] and reference.connamespace = relation.relnamespace
    left join pg_class target on target.oid = reference.confrelid and target.relnamespace = relation.relnamespace
    left join pg_attribute target_attribute on target_attribute.attrelid = target.oid
      and target_attribute.attnum = reference.confkey[1]
    where relation.relnamespace = 'links'::regnamespace and relation.relkind = 'r' and not attribute.attisdropped
    order by relation.relname, attribute.attnum`.execute(db);
  const byTable = Map.groupBy(rows, ({ table }) => table);
  return [...byTable.keys()].flatMap((name) => {
    const condition = conditionOf(name, byTable, []);
    return condition === undefined ? [] : [{ name, ...condition }];
  });
}

function conditionOf(
  name: string,
  byTable: ReadonlyMap<string, Column[]>,
  seen: readonly string[],
): Omit<OwnedTable, 'name'> | undefined {
  const columns = byTable.get(name) ?? [];
  if (columns.some(({ column }) => column === 'account_id'))
    return { condition: 'account_id = $account', isDirect: true };
  for (const { column, target, targetColumn } of columns) {
    // Clicks name their links without a foreign key.
    const to = target ?? (column === 'link_id' ? 'link' : null);
    if (to === null || seen.includes(to)) continue;
    const above = conditionOf(to, byTable, [...seen, name]);
    if (!above) continue;
    const inner = `select "${targetColumn ?? 'id'}" from links."${to}" where ${above.condition}`;
    return { condition: `"${column}" in (${inner})`, isDirect: false };
  }
  return undefined;
}
