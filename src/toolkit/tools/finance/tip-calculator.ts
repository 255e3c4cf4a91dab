import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { money } from '../../encodings/numbers.ts';

export default tool({
  title: 'Tip calculator',
  summary: 'Calculate the tip and each person’s share',
  keywords: 'split bill restaurant gratuity',
  input: {
    bill: input.number('Bill', 86.4, 0, 1e9),
    tip: input.number('Tip in %', 15, 0, 100),
    people: input.optional(input.integer('People', 4, 1, 1000), 1),
  },
  output: { tip: output.number('Tip'), total: output.number('Total'), each: output.number('Each') },
  sample: { tip: 12.96, total: 99.36, each: 24.84 },
  run: ({ bill, tip, people }) => ({
    tip: money((bill * tip) / 100),
    total: money(bill * (1 + tip / 100)),
    each: money((bill * (1 + tip / 100)) / people),
  }),
});
