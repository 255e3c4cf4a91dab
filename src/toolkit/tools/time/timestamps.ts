import { invalid } from '../../../kernel/problem.ts';
import { input, output, tool } from '../../tool.ts';
import { parseToolTime } from '../../encodings/parse-time.ts';

export default [
  tool({
    slug: 'timestamp-converter',
    title: 'Timestamp converter',
    summary: 'Convert Unix timestamps, ISO 8601 and other dates in any time zone',
    keywords: 'epoch unix time date',
    input: {
      time: input.line('Time', '1700000000', {
        max: 100,
        description: 'Seconds or milliseconds since 1970, or a date. Empty or `now` for the current time',
      }),
      zone: input.optional(input.line('Time zone', 'UTC', { max: 50 })),
    },
    output: {
      iso: output.code('ISO 8601'),
      unix: output.integer('Unix seconds'),
      milliseconds: output.integer('Unix milliseconds'),
      local: output.text('In the time zone'),
      utc: output.text('RFC 7231'),
      dayOfYear: output.integer('Day of the year'),
      week: output.integer('ISO week'),
      weekday: output.text('Weekday'),
    },
    sample: {
      iso: '2023-11-14T22:13:20.000Z',
      unix: 1700000000,
      milliseconds: 1700000000000,
      local: 'Tuesday, 14 November 2023 at 22:13:20 UTC',
      utc: 'Tue, 14 Nov 2023 22:13:20 GMT',
      dayOfYear: 318,
      week: 46,
      weekday: 'Tuesday',
    },
    run: ({ time, zone }, { clock }) => {
      const date = parseToolTime('time', time, clock.now());
      const year = Date.UTC(date.getUTCFullYear(), 0, 1);
      const thursday = new Date(date.getTime() + (3 - ((date.getUTCDay() + 6) % 7)) * 86_400_000);
      const week =
        1 + Math.floor((thursday.getTime() - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / 604_800_000);
      let local: string;
      try {
        local = new Intl.DateTimeFormat('en-GB', {
          dateStyle: 'full',
          timeStyle: 'long',
          timeZone: zone,
        }).format(date);
      } catch {
        throw invalid('zone', 'Send a time zone such as Europe/Berlin');
      }
      return {
        iso: date.toISOString(),
        unix: Math.floor(date.getTime() / 1000),
        milliseconds: date.getTime(),
        local,
        utc: date.toUTCString(),
        dayOfYear: Math.floor((date.getTime() - year) / 86_400_000) + 1,
        week,
        weekday: date.toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' }),
      };
    },
  }),
  tool({
    slug: 'unix-timestamp-to-date',
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
  }),
  tool({
    slug: 'date-to-unix-timestamp',
    title: 'Date to Unix timestamp',
    summary: 'Convert a date to seconds since 1970',
    keywords: 'epoch',
    input: { date: input.line('Date', '2023-11-14T22:13:20Z', { max: 100 }) },
    output: { seconds: output.integer('Seconds'), milliseconds: output.integer('Milliseconds') },
    sample: { seconds: 1700000000, milliseconds: 1700000000000 },
    run: ({ date }, { clock }) => {
      const milliseconds = parseToolTime('date', date, clock.now()).getTime();
      return { seconds: Math.floor(milliseconds / 1000), milliseconds };
    },
  }),
];
