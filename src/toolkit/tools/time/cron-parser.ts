import { invalid } from '../../../kernel/problem.ts';
import { isTimeZone } from '../../../kernel/time.ts';
import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'Cron parser',
  summary: 'Show the next run times of a cron expression',
  keywords: 'crontab schedule next run',
  isolated: true,
  input: {
    cron: input.line('Cron expression', '*/15 9-17 * * MON-FRI', { max: 200 }),
    zone: input.optional(input.line('Time zone', 'UTC', { max: 50 })),
    from: input.optional(input.line('From, empty: now', '2026-01-01T00:00:00Z', { max: 40 }), ''),
    count: input.optional(input.integer('Times', 5, 1, 100)),
  },
  output: { next: output.list('Next times') },
  sample: {
    next: [
      '2026-01-01T09:00:00.000Z',
      '2026-01-01T09:15:00.000Z',
      '2026-01-01T09:30:00.000Z',
      '2026-01-01T09:45:00.000Z',
      '2026-01-01T10:00:00.000Z',
    ],
  },
  run: async ({ cron, zone, from, count }, { clock }) => {
    const { Cron } = await import('croner');
    const start = from.trim() === '' ? clock.now() : new Date(from);
    if (Number.isNaN(start.getTime())) throw invalid('from', 'Send a time such as 2026-01-01T00:00:00Z');
    if (!isTimeZone(zone)) throw invalid('zone', 'Send a time zone such as Europe/Berlin');
    try {
      return {
        next: new Cron(cron, { timezone: zone, paused: true })
          .nextRuns(count, start)
          .map((time) => time.toISOString()),
      };
    } catch (error) {
      throw invalid('cron', (error as Error).message);
    }
  },
});
