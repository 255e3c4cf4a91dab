import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';
import { money } from '../../encodings/numbers.ts';

export default tool({
  title: 'Electricity cost calculator',
  summary: 'Calculate the electricity cost of a device per day, month and year',
  keywords: 'power energy kwh watt',
  input: {
    watts: input.number('Watts', 150, 0, 1e9),
    hours: input.number('Hours a day', 5, 0, 24),
    price: input.number('Price of a kWh', 0.35, 0, 1000),
  },
  output: {
    kwh: output.number('kWh a year'),
    day: output.number('A day'),
    month: output.number('A month'),
    year: output.number('A year'),
  },
  sample: { kwh: 273.75, day: 0.26, month: 7.98, year: 95.81 },
  run: ({ watts, hours, price }) => {
    const day = (watts / 1000) * hours;
    return {
      kwh: money(day * 365),
      day: money(day * price),
      month: money((day * price * 365) / 12),
      year: money(day * price * 365),
    };
  },
});
