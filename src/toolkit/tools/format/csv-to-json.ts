import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseCsv } from '../../encodings/csv.ts';

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
    const rows = await parseCsv('csv', csv, { separator, header, numbers });
    return { json: JSON.stringify(rows, null, 2), rows: rows.length };
  },
});
