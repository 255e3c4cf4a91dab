import { input, output, tool } from '../../tool.ts';
import { offsetAt, parseLocal } from '../../encodings/parse-time.ts';

export default tool({
  title: 'Time zone converter',
  summary: 'Convert a time from one time zone to others',
  keywords: 'world clock utc meeting',
  input: {
    time: input.line('Local time', '2026-03-01 09:30', { max: 30 }),
    from: input.optional(input.line('From', 'Europe/Berlin', { max: 50 }), 'UTC'),
    to: input.line('To', 'America/New_York, Asia/Tokyo, UTC', { max: 500 }),
  },
  output: {
    times: output.table('Times', {
      zone: output.text('Time zone'),
      time: output.text('Time'),
      offset: output.text('Offset'),
    }),
    iso: output.code('ISO 8601'),
  },
  sample: {
    times: [
      { zone: 'America/New_York', time: '2026-03-01 03:30', offset: 'UTC-05:00' },
      { zone: 'Asia/Tokyo', time: '2026-03-01 17:30', offset: 'UTC+09:00' },
      { zone: 'UTC', time: '2026-03-01 08:30', offset: 'UTC+00:00' },
    ],
    iso: '2026-03-01T08:30:00.000Z',
  },
  run: ({ time, from, to }) => {
    const date = parseLocal('time', time, 'from', from.trim());
    const zones = to
      .split(',')
      .map((zone) => zone.trim())
      .filter(Boolean)
      .slice(0, 20);
    const times = zones.map((zone) => {
      const minutes = offsetAt('to', date, zone);
      const sign = minutes < 0 ? '-' : '+';
      const [h, m] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
        String(part).padStart(2, '0'),
      );
      return {
        zone,
        time: new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, 16).replace('T', ' '),
        offset: `UTC${sign}${h}:${m}`,
      };
    });
    return { times, iso: date.toISOString() };
  },
});
