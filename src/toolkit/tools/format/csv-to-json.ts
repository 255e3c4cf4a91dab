import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { distinctNames, parseCsv, toCell } from '../../encodings/csv.ts';
import { writeJson, type JsonNode } from '../../encodings/json-text.ts';

export default tool({
  title: 'CSV to JSON',
  summary: 'Convert comma-separated values to JSON',
  keywords: 'tsv spreadsheet',
  isolated: true,
  input: {
    csv: input.text('CSV', 'name,age\nAda,36\n"Lovelace, A.",37'),
    separator: input.choice('Separator', ['auto', ',', ';', 'tab', '|'], 'auto'),
    header: input.flag('First line has names', true),
    numbers: input.flag('Read numbers and booleans', true),
  },
  output: { json: output.code('JSON'), rows: output.integer('Rows') },
  sample: {
    json: '[\n  {\n    "name": "Ada",\n    "age": 36\n  },\n  {\n    "name": "Lovelace, A.",\n    "age": 37\n  }\n]',
    rows: 2,
  },
  run: async ({ csv, separator, header, numbers }) => {
    const [first = [], ...rest] = await parseCsv('csv', csv, separator);
    const rows = header ? rest : first.length === 0 ? [] : [first, ...rest];
    const width = rows.reduce((most, row) => Math.max(most, row.length), first.length);
    const names = header ? distinctNames(first, width) : [];
    const cell = (text: string): JsonNode => (numbers ? toCell(text) : { kind: 'text', value: text });
    const items = rows.map((row): JsonNode =>
      header
        ? { kind: 'object', entries: row.map((text, index) => [names[index] ?? '', cell(text)] as const) }
        : { kind: 'list', items: row.map(cell) },
    );
    return { json: writeJson({ kind: 'list', items }, '  '), rows: rows.length };
  },
});
