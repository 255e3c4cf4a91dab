import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseAny } from '../../encodings/parse-any.ts';

export default tool({
  title: 'JSON to YAML',
  summary: 'Convert JSON to YAML',
  isolated: true,
  input: { json: input.text('JSON', '{"name":"Ada","tags":["a","b"]}') },
  output: { yaml: output.code('YAML') },
  sample: { yaml: 'name: Ada\ntags:\n  - a\n  - b\n' },
  run: async ({ json }) => {
    const { stringify } = await import('yaml');
    return { yaml: stringify(parseAny('json', json)) };
  },
});
