import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { writeJson } from '../../encodings/json-text.ts';
import { parseYaml } from '../../encodings/yaml-text.ts';

export default tool({
  title: 'YAML to JSON',
  summary: 'Convert YAML to JSON',
  isolated: true,
  input: { yaml: input.text('YAML', 'name: Ada\ntags:\n  - a\n  - b\n') },
  output: { json: output.code('JSON') },
  sample: { json: '{\n  "name": "Ada",\n  "tags": [\n    "a",\n    "b"\n  ]\n}' },
  run: async ({ yaml }) => ({ json: writeJson(await parseYaml('yaml', yaml), '  ') }),
});
