import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'Code line counter',
  summary: 'Count lines of code, comments and blanks',
  keywords: 'sloc cloc loc',
  input: {
    code: input.text('Code', '// adds\nconst add = (a, b) => a + b;\n\n/* two\nlines */\nadd(1, 2);'),
    language: input.required(input.choice('Comments as in', ['c', 'python', 'html', 'sql'], 'c')),
  },
  output: {
    code: output.integer('Code'),
    comments: output.integer('Comments'),
    blank: output.integer('Blank'),
  },
  sample: { code: 2, comments: 3, blank: 1 },
  run: ({ code, language }) => {
    const [line, open, close] = (
      {
        c: ['//', '/*', '*/'],
        python: ['#', '"""', '"""'],
        html: ['\n', '<!--', '-->'],
        sql: ['--', '/*', '*/'],
      } as const
    )[language];
    const count = { code: 0, comments: 0, blank: 0 };
    let inside = false;
    for (const text of code.split('\n').map((part) => part.trim())) {
      if (text === '') count.blank += 1;
      else if (inside || text.startsWith(line) || text.startsWith(open)) count.comments += 1;
      else count.code += 1;
      const opened = !inside && text.startsWith(open);
      if (opened) inside = !text.slice(open.length).includes(close);
      else if (inside) inside = !text.includes(close);
    }
    return count;
  },
});
