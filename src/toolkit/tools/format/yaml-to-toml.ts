import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { writeToml } from '../../encodings/toml-text.ts';
import { parseYaml } from '../../encodings/yaml-text.ts';

export default tool({
  title: 'YAML to TOML',
  summary: 'Convert YAML to TOML',
  isolated: true,
  input: { yaml: input.text('YAML', 'title: Plaza\nserver:\n  port: 4000\n') },
  output: { toml: output.code('TOML') },
  sample: { toml: 'title = "Plaza"\n\n[server]\nport = 4000\n' },
  run: async ({ yaml }) => ({ toml: await writeToml('yaml', await parseYaml('yaml', yaml)) }),
});
