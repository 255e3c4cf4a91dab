import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { writeJson } from '../../encodings/json-text.ts';
import { parseToml } from '../../encodings/toml-text.ts';

export default tool({
  title: 'TOML to JSON',
  summary: 'Convert TOML to JSON',
  isolated: true,
  input: { toml: input.text('TOML', 'title = "Plaza"\n\n[server]\nport = 4000') },
  output: { json: output.code('JSON') },
  sample: { json: '{\n  "title": "Plaza",\n  "server": {\n    "port": 4000\n  }\n}' },
  run: async ({ toml }) => ({ json: writeJson(await parseToml('toml', toml), '  ') }),
});
