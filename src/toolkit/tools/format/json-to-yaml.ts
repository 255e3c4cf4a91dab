import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseDistinct } from '../../encodings/json-text.ts';
import { writeYaml } from '../../encodings/yaml-text.ts';

export default tool({
  title: 'JSON to YAML',
  summary: 'Convert JSON to YAML',
  isolated: true,
  input: { json: input.text('JSON', '{"name":"Ada","tags":["a","b"]}') },
  output: { yaml: output.code('YAML') },
  sample: { yaml: 'name: Ada\ntags:\n  - a\n  - b\n' },
  run: async ({ json }) => ({ yaml: await writeYaml(parseDistinct('json', json)) }),
});
