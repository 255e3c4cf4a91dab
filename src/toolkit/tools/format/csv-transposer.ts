import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseCsv, writeCsv } from '../../encodings/csv.ts';

export default tool({
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
});
