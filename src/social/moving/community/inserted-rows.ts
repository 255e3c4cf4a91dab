import { msg, invalid } from '../../../kernel/problem.ts';
import { type Rows, type Row, unpacked } from './copy-rows.ts';

/** A row has at most the text of a post. */
const longestRow = 8 * 1024 ** 2;
const longestHead = 20_000;

/**
 * Reads rows of some tables from the dump of a MySQL database: `INSERT INTO phpbb_users (user_id, …) VALUES (1, 'ada'), (…);`.
 * A dump without the names of columns there has them in `CREATE TABLE`. `prefix` is what all tables begin with.
 */
export async function* insertedRows<Table extends string, Column extends string>(
  file: string,
  wanted: Readonly<Record<Table, readonly Column[]>>,
  prefix: string,
): Rows<Table, Column> {
  const columnsOf = new Map<string, readonly string[]>();
  const decoder = new TextDecoder();
  let [text, at, inside] = ['', 0, undefined as string | undefined];
  let tryAt = 0;
  let columns: readonly string[] = [];
  const read = function* (isLast: boolean): Generator<{ table: Table; row: Row<Column> }> {
    for (;;) {
      if (inside === undefined) {
        const rest = text.length - at;
        const begun = text.slice(at, at + 6);
        const isHead = rest > 0 && ('INSERT'.startsWith(begun) || 'CREATE'.startsWith(begun));
        if (isHead && !isLast && rest < longestHead) return;
        const head = isHead ? text.slice(at, at + longestHead) : '';
        const [inserted, into = '', names] = insert.exec(head) ?? [];
        if (inserted !== undefined) {
          inside = into.startsWith(prefix) ? into.slice(prefix.length) : '';
          columns = names === undefined ? (columnsOf.get(into) ?? []) : names.split(',').map(bare);
          at += inserted.length;
          continue;
        }
        const [, created, body = ''] = create.exec(head) ?? [];
        if (created !== undefined)
          columnsOf.set(
            created,
            [...body.matchAll(/^ *`(\w{1,64})`/gm)].map(([, column = '']) => column),
          );
        const end = text.indexOf('\n', at);
        if (end < 0 && rest > longestRow) throw unreadable();
        if (end < 0) return;
        at = end + 1;
      } else {
        if (text.length - at < tryAt && !isLast) return;
        while (at < text.length && /[\s,]/.test(text[at] ?? '')) at += 1;
        if (at >= text.length) return;
        if (text[at] !== '(') {
          inside = undefined;
          continue;
        }
        const rest = text.length - at;
        const found = valuesAt(text, at);
        if (found === undefined) {
          if (isLast || rest > longestRow) throw unreadable();
          // A long row arrives in many parts. Reading it again with each would take the square of its length.
          tryAt = 2 * rest;
          return;
        }
        tryAt = 0;
        at = found.end;
        const names = Object.hasOwn(wanted, inside) ? wanted[inside as Table] : undefined;
        if (!names) continue;
        const row = names.map((name) => [name, found.values[columns.indexOf(name)] ?? null] as const);
        yield { table: inside as Table, row: Object.fromEntries(row) as Row<Column> };
      }
    }
  };
  for await (const chunk of unpacked(file)) {
    text = text.slice(at) + decoder.decode(chunk, { stream: true });
    at = 0;
    yield* read(false);
  }
  yield* read(true);
}

const insert = /^INSERT (?:IGNORE )?INTO [`"]?(\w{1,64})[`"]? ?(?:\(([^()]*)\) ?)?VALUES/;
const create = /^CREATE TABLE (?:IF NOT EXISTS )?`(\w{1,64})` \(\n((?: [^\n]*\n)*)\)/;
const bare = (name: string) => name.replaceAll(/[\s`"]/g, '');
const unreadable = () =>
  invalid('file', msg('The archive cannot be read. Download it again, and send it as it is.'));

/** The values in the parentheses at a place. Undefined if the text ends before them. */
function valuesAt(text: string, from: number): { values: (string | null)[]; end: number } | undefined {
  const values: (string | null)[] = [];
  let at = from + 1;
  let value: string | null = null;
  for (;;) {
    const letter = text[at];
    if (letter === undefined) return undefined;
    if (letter === ',' || letter === ')') {
      values.push(value);
      value = null;
      at += 1;
      if (letter === ')') return { values, end: at };
    } else if (letter === "'") {
      const end = endOfString(text, at + 1);
      if (end === undefined) return undefined;
      value = text
        .slice(at + 1, end)
        .replaceAll(/\\([\s\S])|''/g, (_, escaped?: string) =>
          escaped === undefined ? "'" : (escapes[escaped] ?? escaped),
        );
      at = end + 1;
    } else {
      const start = at;
      while (at < text.length && !",')".includes(text[at] ?? '')) at += 1;
      const plain = text.slice(start, at).trim();
      if (plain !== '') value = plain === 'NULL' ? null : toText(plain);
    }
  }
}

/** The place of the quote that ends a string. Undefined if it is not known yet. */
function endOfString(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === "'") {
      if (at + 1 >= text.length) return undefined;
      if (text[at + 1] !== "'") return at;
      at += 1;
    }
  }
  return undefined;
}

/** Binary values are numbers in base 16, which is how some programs write texts. */
const toText = (plain: string): string =>
  /^0x(?:[\da-f]{2})+$/i.test(plain) ? Buffer.from(plain.slice(2), 'hex').toString() : plain;

const escapes: Readonly<Record<string, string>> = {
  ...{ '0': '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\u001A' },
};
