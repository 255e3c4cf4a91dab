import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Unix timestamp to date',
  summary: 'Convert seconds since 1970 to a date',
  keywords: 'epoch',
  input: { timestamp: input.integer('Timestamp', 1_700_000_000, -8_640_000_000_000, 8_640_000_000_000) },
  output: { iso: output.code('ISO 8601'), utc: output.text('UTC') },
  sample: { iso: '2023-11-14T22:13:20.000Z', utc: 'Tue, 14 Nov 2023 22:13:20 GMT' },
  run: ({ timestamp }) => ({
    iso: new Date(timestamp * 1000).toISOString(),
    utc: new Date(timestamp * 1000).toUTCString(),
  }),
});
