import { invalid } from '../../kernel/problem.ts';
import { nodeText, type JsonNode } from './json-text.ts';
import { csvHead } from '../../kernel/typed-text/csv-head.ts';

type Separator = 'auto' | ',' | ';' | 'tab' | '|';

/** Parses rows of cells. */
export async function parseCsv(
  field: string,
  text: string,
  separator: Separator = 'auto',
): Promise<string[][]> {
  const { parse } = await import('csv-parse/sync');
  const head = csvHead(text.slice(0, 10_000), [',', ';', '\t', '|']);
  const delimiter = separator === 'auto' ? head.delimiter : separator === 'tab' ? '\t' : separator;
  try {
    return parse(text.slice(head.skipped), {
      delimiter,
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
    });
  } catch (error) {
    throw invalid(field, (error as Error).message);
  }
}

/** Returns column names that differ: the second `name` is `name_2`, and a missing one is `column_3`. */
export function distinctNames(names: readonly string[], width: number): string[] {
  const used = new Set(names);
  const seen = new Set<string>();
  return Array.from({ length: width }, (_, index) => {
    const given = names[index] ?? `column_${index + 1}`;
    let name = given;
    for (let count = 2; seen.has(name) || (name !== given && used.has(name)); count += 1)
      name = `${given}_${count}`;
    seen.add(name);
    return name;
  });
}

/** Reads numbers and booleans. What has leading zeros or many digits is an identifier and stays text. */
export function toCell(text: string): JsonNode {
  if (text === 'true' || text === 'false') return { kind: 'word', value: text === 'true' };
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text)
    ? { kind: 'number', written: text }
    : { kind: 'text', value: text };
}

/** Writes objects with a header of all their keys, or lists without one. Numbers stay as they are written. */
export async function toCsv(rows: readonly JsonNode[], delimiter: string): Promise<string> {
  if (rows.every((row) => row.kind === 'list'))
    return writeCsv(
      rows.map(({ items }) => items.map(nodeText)),
      delimiter,
    );
  const objects = rows.map(
    (row) =>
      new Map(row.kind === 'object' ? row.entries.map(([key, cell]) => [key, cell]) : [['value', row]]),
  );
  const columns = [...new Set(objects.flatMap((row) => [...row.keys()]))];
  const cells = objects.map((row) =>
    columns.map((name) => {
      const cell = row.get(name);
      return cell ? nodeText(cell) : '';
    }),
  );
  return writeCsv([columns, ...cells], delimiter);
}

/** Writes rows of texts. */
export async function writeCsv(rows: readonly (readonly string[])[], delimiter: string): Promise<string> {
  const { stringify } = await import('csv-stringify/sync');
  return stringify(rows as string[][], { delimiter });
}
