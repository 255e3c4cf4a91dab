import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { parseTime } from '../../encodings/parse-time.ts';

export default tool({
  title: 'Date to Unix timestamp',
  summary: 'Convert a date to seconds since 1970',
  keywords: 'epoch',
  input: { date: input.line('Date', '2023-11-14T22:13:20Z', { max: 100 }) },
  output: { seconds: output.integer('Seconds'), milliseconds: output.integer('Milliseconds') },
  sample: { seconds: 1700000000, milliseconds: 1700000000000 },
  run: ({ date }, { clock }) => {
    const milliseconds = parseTime('date', date, clock.now()).getTime();
    return { seconds: Math.floor(milliseconds / 1000), milliseconds };
  },
});
