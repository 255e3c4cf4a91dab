import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'TOML to JSON',
  summary: 'Convert TOML to JSON',
  isolated: true,
  input: { toml: input.text('TOML', 'title = "Plaza"\n\n[server]\nport = 4000') },
  output: { json: output.code('JSON') },
  sample: { json: '{\n  "title": "Plaza",\n  "server": {\n    "port": 4000\n  }\n}' },
  run: async ({ toml }) => {
    const { parse } = await import('smol-toml');
    try {
      return {
        json: JSON.stringify(
          parse(toml),
          (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value),
          2,
        ),
      };
    } catch (error) {
      throw invalid('toml', (error as Error).message.split('\n')[0] ?? 'This is not TOML');
    }
  },
});
