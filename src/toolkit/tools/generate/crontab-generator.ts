import { input, output, tool } from '../../tool.ts';

export default tool({
  title: 'Crontab generator',
  summary: 'Create a cron expression from a schedule',
  keywords: 'cron schedule job',
  input: {
    every: input.choice('Every', ['minute', 'hour', 'day', 'week', 'month', 'year'], 'day'),
    minute: input.optional(input.integer('Minute', 30, 0, 59), 0),
    hour: input.optional(input.integer('Hour', 9, 0, 23), 0),
    day: input.optional(input.integer('Day of the month', 1, 1, 31)),
    weekday: input.choice(
      'Day of the week',
      ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
      'Monday',
    ),
    month: input.optional(input.integer('Month', 1, 1, 12)),
  },
  output: { cron: output.code('Cron expression') },
  sample: { cron: '30 9 * * *' },
  run: ({ every, minute, hour, day, weekday, month }) => {
    const week = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].indexOf(
      weekday,
    );
    const cron = {
      minute: '* * * * *',
      hour: `${minute} * * * *`,
      day: `${minute} ${hour} * * *`,
      week: `${minute} ${hour} * * ${week}`,
      month: `${minute} ${hour} ${day} * *`,
      year: `${minute} ${hour} ${day} ${month} *`,
    }[every];
    return { cron };
  },
});
