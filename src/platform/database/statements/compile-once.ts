import { CompiledQuery, type Compilable, type Kysely } from 'kysely';
import type { DB } from '../rows.gen.ts';

/** Placeholder for a value while a statement is compiled. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

interface Statement {
  text: string;
  parameters: readonly unknown[];
}

/**
 * Builds and compiles a frequent query once for each shape, then runs it with different values. Building a
 * query takes longer than running it. `build` may only pass its values on as parameters. Anything that
 * changes the SQL text must come from the shape, of which there should be few.
 */
export function compileOnce<Values extends object, Row, Shape = undefined>(
  build: (db: Kysely<DB>, values: Values, shape: Shape) => Compilable<Row>,
): (db: Kysely<DB>, values: Values, shape: Shape) => Promise<Row[]> {
  const statements = new Map<string, Statement>();
  const placeholders = new Proxy({} as Values, {
    get: (_, name) => new Placeholder(String(name)),
  });
  return async (db, values, shape) => {
    const key = JSON.stringify(shape ?? '');
    let statement = statements.get(key);
    if (!statement) {
      const { sql: text, parameters } = build(db, placeholders, shape).compile();
      statement = { text, parameters };
      statements.set(key, statement);
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
