import { input, output, tool } from '../../tool.ts';
import { distinctNames, parseCsv, toCell, toCsv, writeCsv } from '../../encodings/csv.ts';
import { writeJson, type JsonNode, parseDistinct } from '../../encodings/json-text.ts';
import { escape } from '../../../web/html.ts';
import { invalid } from '../../../kernel/problem.ts';

export default [
  tool({
    slug: 'csv-to-json',
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
  }),
  tool({
    slug: 'json-to-csv',
    title: 'JSON to CSV',
    summary: 'Convert a list of JSON objects to comma-separated values',
    keywords: 'tsv spreadsheet excel',
    isolated: true,
    input: {
      json: input.text('JSON', '[{"name":"Ada","age":36},{"name":"Bob","city":"Paris"}]'),
      separator: input.choice('Separator', [',', ';', 'tab'], ','),
    },
    output: { csv: output.code('CSV') },
    sample: { csv: 'name,age,city\nAda,36,\nBob,,Paris\n' },
    run: async ({ json, separator }) => {
      const node = parseDistinct('json', json);
      const rows = node.kind === 'list' ? node.items : [node];
      return { csv: await toCsv(rows, separator === 'tab' ? '\t' : separator) };
    },
  }),
  tool({
    slug: 'csv-to-markdown',
    title: 'CSV to Markdown table',
    summary: 'Convert comma-separated values to a Markdown table',
    isolated: true,
    input: {
      csv: input.text('CSV', 'name,age\nAda,36'),
      separator: input.choice('Separator', ['auto', ',', ';', 'tab', '|'], 'auto'),
    },
    output: { markdown: output.code('Markdown') },
    sample: { markdown: '| name | age |\n| --- | --- |\n| Ada | 36 |' },
    run: async ({ csv, separator }) => {
      const rows = await parseCsv('csv', csv, separator);
      const [head = [], ...body] = rows.map((row) =>
        row.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\r\n?|\n/g, '<br>')),
      );
      const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
      return { markdown: [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n') };
    },
  }),
  tool({
    slug: 'csv-to-html',
    title: 'CSV to HTML table',
    summary: 'Convert comma-separated values to an HTML table',
    isolated: true,
    input: { csv: input.text('CSV', 'name,age\nAda,36'), header: input.flag('First line has names', true) },
    output: { html: output.code('HTML') },
    sample: {
      html: '<table>\n  <thead>\n    <tr><th>name</th><th>age</th></tr>\n  </thead>\n  <tbody>\n    <tr><td>Ada</td><td>36</td></tr>\n  </tbody>\n</table>',
    },
    run: async ({ csv, header }) => {
      const rows = await parseCsv('csv', csv);
      const line = (cells: readonly string[], tag: string) =>
        `    <tr>${cells.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join('')}</tr>`;
      const [head, body] = header ? [rows.slice(0, 1), rows.slice(1)] : [[], rows];
      const thead = head.map((row) => `  <thead>\n${line(row, 'th')}\n  </thead>\n`).join('');
      return {
        html: `<table>\n${thead}  <tbody>\n${body.map((row) => line(row, 'td')).join('\n')}\n  </tbody>\n</table>`,
      };
    },
  }),
  tool({
    slug: 'csv-transposer',
    title: 'CSV transposer',
    summary: 'Transpose the rows and columns of comma-separated values',
    isolated: true,
    input: { csv: input.text('CSV', 'name,Ada,Bob\nage,36,41') },
    output: { csv: output.code('CSV') },
    sample: { csv: 'name,age\nAda,36\nBob,41\n' },
    run: async ({ csv }) => {
      const rows = await parseCsv('csv', csv);
      const width = Math.max(0, ...rows.map((row) => row.length));
      if (width * rows.length > 200_000) throw invalid('csv', 'This has more than 200,000 cells');
      return {
        csv: await writeCsv(
          Array.from({ length: width }, (_, i) => rows.map((row) => row[i] ?? '')),
          ',',
        ),
      };
    },
  }),
  tool({
    slug: 'csv-statistics',
    title: 'CSV inspector',
    summary: 'Summarize the columns of comma-separated values',
    keywords: 'profile columns analyze',
    isolated: true,
    input: { csv: input.text('CSV', 'name,age\nAda,36\nBob,41\nCleo,') },
    output: {
      rows: output.integer('Rows'),
      columns: output.table('Columns', {
        name: output.text('Name'),
        type: output.text('Type'),
        filled: output.integer('Filled'),
        distinct: output.integer('Distinct'),
        min: output.text('Least'),
        max: output.text('Most'),
      }),
    },
    sample: {
      rows: 3,
      columns: [
        { name: 'name', type: 'text', filled: 3, distinct: 3, min: 'Ada', max: 'Cleo' },
        { name: 'age', type: 'number', filled: 2, distinct: 2, min: '36', max: '41' },
      ],
    },
    run: async ({ csv }) => {
      const [names = [], ...rows] = await parseCsv('csv', csv);
      const columns = names.slice(0, 200).map((name, i) => {
        const values = rows.map((row) => row[i] ?? '').filter((value) => value !== '');
        const isNumber =
          values.length > 0 && values.every((value) => value.trim() !== '' && Number.isFinite(Number(value)));
        const sorted = values.toSorted((a, b) => (isNumber ? Number(a) - Number(b) : a < b ? -1 : 1));
        return {
          name,
          type: isNumber ? 'number' : 'text',
          filled: values.length,
          distinct: new Set(values).size,
          min: sorted[0] ?? '',
          max: sorted.at(-1) ?? '',
        };
      });
      return { rows: rows.length, columns };
    },
  }),
];
