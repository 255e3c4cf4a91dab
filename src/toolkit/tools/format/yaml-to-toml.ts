import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseYaml } from '../../encodings/parse-any.ts';

export default tool({
  title: 'YAML to TOML',
  summary: 'Convert YAML to TOML',
  isolated: true,
  input: { yaml: input.text('YAML', 'title: Plaza\nserver:\n  port: 4000\n') },
  output: { toml: output.code('TOML') },
  sample: { toml: 'title = "Plaza"\n\n[server]\nport = 4000\n' },
  run: async ({ yaml }) => {
    const { stringify } = await import('smol-toml');
    const value = await parseYaml('yaml', yaml);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw invalid('yaml', 'TOML begins with keys and values');
    try {
      return { toml: stringify(value) };
    } catch (error) {
      throw invalid('yaml', `TOML cannot hold this: ${(error as Error).message}`);
    }
  },
});
