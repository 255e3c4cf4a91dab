import { input, output, tool } from '../../../tool.ts';
import { toNode, writeJson } from '../../../encodings/json-text.ts';

export default tool({
  title: 'ENV to JSON',
  summary: 'Convert a file of environment variables to JSON',
  keywords: 'dotenv environment',
  secret: true,
  input: { env: input.text('Variables', '# comment\nPORT=4000\nNAME="My app"\nexport DEBUG=true') },
  output: { json: output.code('JSON') },
  sample: { json: '{\n  "PORT": "4000",\n  "NAME": "My app",\n  "DEBUG": "true"\n}' },
  run: ({ env }) => {
    const pairs = env.split('\n').flatMap((line) => {
      const match = /^\s*(?:export\s+)?([\w.]{1,200})\s*=(.*)$/.exec(line);
      if (!match) return [];
      const value = (match[2] ?? '').trim();
      const quote = /^["'`]/.exec(value)?.[0];
      const end = quote ? value.indexOf(quote, 1) : value.indexOf(' #');
      return [
        [
          match[1] ?? '',
          quote ? value.slice(1, end < 0 ? undefined : end) : end < 0 ? value : value.slice(0, end).trim(),
        ] as const,
      ];
    });
    return { json: writeJson(toNode(new Map(pairs as [string, unknown][])), '  ') };
  },
});
