import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseYaml } from '../../encodings/parse-any.ts';

export default tool({
  title: 'YAML to JSON',
  summary: 'Convert YAML to JSON',
  isolated: true,
  input: { yaml: input.text('YAML', 'name: Ada\ntags:\n  - a\n  - b\n') },
  output: { json: output.code('JSON') },
  sample: { json: '{\n  "name": "Ada",\n  "tags": [\n    "a",\n    "b"\n  ]\n}' },
  run: async ({ yaml }) => ({ json: JSON.stringify(await parseYaml('yaml', yaml), null, 2) }),
});
