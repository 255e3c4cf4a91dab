import { input, output, tool } from '../../tool.ts';
import { invalid } from '../../../kernel/problem.ts';

export default [
  tool({
    slug: 'css-beautifier',
    title: 'CSS beautifier',
    summary: 'Format CSS with indentation',
    keywords: 'format pretty print',
    isolated: true,
    input: {
      css: input.text('CSS', 'a{color:red;margin:0}b{top:1px}'),
      indent: input.optional(input.integer('Indent', 2, 0, 8)),
    },
    output: { css: output.code('CSS') },
    sample: { css: 'a {\n  color: red;\n  margin: 0\n}\n\nb {\n  top: 1px\n}' },
    run: async ({ css, indent }) => {
      const { default: beautify } = await import('js-beautify');
      return { css: beautify.css(css, { indent_size: indent }) };
    },
  }),
  tool({
    slug: 'html-beautifier',
    title: 'HTML beautifier',
    summary: 'Format HTML with indentation',
    keywords: 'format pretty print',
    isolated: true,
    input: {
      html: input.text('HTML', '<ul><li>one</li><li>two</li></ul>'),
      indent: input.optional(input.integer('Indent', 2, 0, 8)),
    },
    output: { html: output.code('HTML') },
    sample: { html: '<ul>\n  <li>one</li>\n  <li>two</li>\n</ul>' },
    run: async ({ html, indent }) => {
      const { default: beautify } = await import('js-beautify');
      return { html: beautify.html(html, { indent_size: indent, end_with_newline: false }) };
    },
  }),
  tool({
    slug: 'js-beautifier',
    title: 'JavaScript beautifier',
    summary: 'Format JavaScript with indentation',
    keywords: 'format pretty print js',
    isolated: true,
    input: {
      js: input.text('JavaScript', 'function add(a,b){return a+b}'),
      indent: input.optional(input.integer('Indent', 2, 0, 8)),
    },
    output: { js: output.code('JavaScript') },
    sample: { js: 'function add(a, b) {\n  return a + b\n}' },
    run: async ({ js, indent }) => {
      const { default: beautify } = await import('js-beautify');
      return { js: beautify.js(js, { indent_size: indent }) };
    },
  }),
  tool({
    slug: 'sql-beautifier',
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
  }),
];
