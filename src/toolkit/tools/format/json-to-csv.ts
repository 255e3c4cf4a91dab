import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { toCsv } from '../../encodings/csv.ts';
import { parseAny } from '../../encodings/parse-any.ts';

export default tool({
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
    const value = parseAny('json', json);
    const rows = Array.isArray(value) ? (value as unknown[]) : [value];
    return { csv: await toCsv(rows, separator === 'tab' ? '\t' : separator) };
  },
});
