import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseDistinct } from '../../encodings/json-text.ts';
import { writeToml } from '../../encodings/toml-text.ts';

export default tool({
  title: 'JSON to TOML',
  summary: 'Convert JSON to TOML',
  isolated: true,
  input: { json: input.text('JSON', '{"title":"Plaza","server":{"port":4000}}') },
  output: { toml: output.code('TOML') },
  sample: { toml: 'title = "Plaza"\n\n[server]\nport = 4000\n' },
  run: async ({ json }) => ({ toml: await writeToml('json', parseDistinct('json', json)) }),
});
