import { input, output, tool } from '../../../tool.ts';
import { parseJson5, writeJson } from '../../../encodings/json-text.ts';

export default tool({
  title: 'JSON5 to JSON',
  summary: 'Convert JSON with comments, trailing commas and single quotes to JSON',
  keywords: 'jsonc comments',
  isolated: true,
  input: { json5: input.text('JSON5', "{\n  // a comment\n  name: 'Ada',\n}") },
  output: { json: output.code('JSON') },
  sample: { json: '{\n  "name": "Ada"\n}' },
  run: async ({ json5 }) => ({ json: writeJson(await parseJson5('json5', json5), '  ') }),
});
