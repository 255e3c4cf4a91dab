import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'SQL formatter',
  summary: 'Format SQL in several dialects',
  keywords: 'beautify pretty print postgresql mysql',
  isolated: true,
  input: {
    sql: input.text('SQL', 'select id, name from people where age > 30 order by name'),
    dialect: input.choice(
      'Dialect',
      ['sql', 'postgresql', 'mysql', 'mariadb', 'sqlite', 'transactsql', 'plsql', 'bigquery', 'snowflake'],
      'sql',
    ),
    keywords: input.choice('Keywords', ['upper', 'lower', 'preserve'], 'upper'),
  },
  output: { sql: output.code('SQL') },
  sample: { sql: 'SELECT\n  id,\n  name\nFROM\n  people\nWHERE\n  age > 30\nORDER BY\n  name' },
  run: async ({ sql, dialect, keywords }) => {
    const { format } = await import('sql-formatter');
    try {
      return { sql: format(sql, { language: dialect, keywordCase: keywords }) };
    } catch (error) {
      throw invalid('sql', (error as Error).message.split('\n')[0] ?? 'This is not SQL');
    }
  },
});
