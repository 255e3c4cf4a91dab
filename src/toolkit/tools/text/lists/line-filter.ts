import { input, output, tool } from '../../../tool.ts';

export default tool({
  title: 'Line filter',
  summary: 'Keep or remove the lines that contain a text',
  keywords: 'grep contains include exclude',
  input: {
    text: input.text('Lines', 'GET /index\nPOST /login\nGET /about'),
    find: input.line('Contains', 'GET', { min: 1 }),
    remove: input.flag('Remove those lines instead'),
    ignoreCase: input.flag('Ignore case', true),
  },
  output: { text: output.text('Lines'), matches: output.integer('Lines that contain it') },
  sample: { text: 'GET /index\nGET /about', matches: 2 },
  run: ({ text, find, remove, ignoreCase }) => {
    const fold = (line: string) => (ignoreCase ? line.toLowerCase() : line);
    const lines = text.split('\n');
    const matches = (line: string) => fold(line).includes(fold(find));
    const remaining = lines.filter((line) => matches(line) !== remove);
    return {
      text: remaining.join('\n'),
      matches: remove ? lines.length - remaining.length : remaining.length,
    };
  },
});
