import { CompiledQuery, type Compilable, type Kysely } from 'kysely';
import type { DB } from '../rows.gen.ts';

/** In place of a value while a statement is compiled. */
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
 * A query that runs often, built and compiled once for each shape, and then run with other values: building one costs more than
 * PostgreSQL takes to answer it. `build` may pass its values on as parameters alone; what decides the text is the shape, of which
 * there are few.
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
