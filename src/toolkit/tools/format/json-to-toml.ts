import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseAny } from '../../encodings/parse-any.ts';

export default tool({
  title: 'JSON to TOML',
  summary: 'Convert JSON to TOML',
  isolated: true,
  input: { json: input.text('JSON', '{"title":"Plaza","server":{"port":4000}}') },
  output: { toml: output.code('TOML') },
  sample: { toml: 'title = "Plaza"\n\n[server]\nport = 4000\n' },
  run: async ({ json }) => {
    const { stringify } = await import('smol-toml');
    const value = parseAny('json', json);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw invalid('json', 'TOML begins with an object');
    try {
      return { toml: stringify(value) };
    } catch (error) {
      throw invalid('json', `TOML cannot hold this: ${(error as Error).message}`);
    }
  },
});
