import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Snowflake ID decoder',
  summary: 'Read the time, worker and sequence of a Snowflake id',
  keywords: 'twitter discord id timestamp',
  input: {
    id: input.line('ID', '175928847299117063', { max: 20 }),
    epoch: input.required(input.choice('Of', ['discord', 'twitter', 'unix'], 'discord')),
  },
  output: {
    time: output.text('Time'),
    worker: output.integer('Worker and process'),
    sequence: output.integer('Sequence'),
  },
  sample: { time: '2016-04-30T11:18:25.796Z', worker: 32, sequence: 7 },
  run: ({ id, epoch }) => {
    if (!/^\d{1,19}$/.test(id)) throw invalid('id', 'Send a number of at most 19 digits');
    const value = BigInt(id);
    const start = { discord: 1_420_070_400_000, twitter: 1_288_834_974_657, unix: 0 }[epoch];
    return {
      time: new Date(Number(value >> 22n) + start).toISOString(),
      worker: Number((value >> 12n) & 1023n),
      sequence: Number(value & 4095n),
    };
  },
});
