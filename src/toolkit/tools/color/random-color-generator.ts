import { randomInt } from 'node:crypto';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Random color generator',
  summary: 'Create random colors',
  input: { count: input.optional(input.integer('Count', 5, 1, 100)) },
  output: { colors: output.table('Colors', { color: output.color('Color') }) },
  run: ({ count }) => ({
    colors: Array.from({ length: count }, () => ({
      color: `#${randomInt(0x1000000).toString(16).padStart(6, '0')}`,
    })),
  }),
});
