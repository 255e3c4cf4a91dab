import { invalid } from '../../../../kernel/problem.ts';
import { input } from '../../../input.ts';
import { output } from '../../../output.ts';
import { tool } from '../../../tool.ts';

export default tool({
  title: 'JSON5 to JSON',
  summary: 'Convert JSON with comments, trailing commas and single quotes to JSON',
  keywords: 'jsonc comments',
  isolated: true,
  input: { json5: input.text('JSON5', "{\n  // a comment\n  name: 'Ada',\n}") },
  output: { json: output.code('JSON') },
  sample: { json: '{\n  "name": "Ada"\n}' },
  run: async ({ json5 }) => {
    const { default: JSON5 } = await import('json5');
    try {
      return { json: JSON.stringify(JSON5.parse(json5), null, 2) };
    } catch (error) {
      throw invalid('json5', (error as Error).message);
    }
  },
});
