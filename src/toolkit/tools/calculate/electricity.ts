import { input, output, tool } from '../../tool.ts';
import { money } from '../../encodings/numbers.ts';
import { invalid } from '../../../kernel/problem.ts';

export default [
  tool({
    slug: 'electricity-cost-calculator',
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
  }),
  tool({
    slug: 'ohms-law-calculator',
    title: "Ohm's law calculator",
    summary: 'Calculate voltage, current, resistance and power from any two of them',
    keywords: 'electricity volt ampere ohm watt',
    input: {
      voltage: input.optional(input.number('Voltage in V, 0: unknown', 12, 0, 1e9), 0),
      current: input.optional(input.number('Current in A, 0: unknown', 2, 0, 1e9), 0),
      resistance: input.optional(input.number('Resistance in Ω, 0: unknown', 0, 0, 1e12), 0),
      power: input.optional(input.number('Power in W, 0: unknown', 0, 0, 1e12), 0),
    },
    output: {
      voltage: output.number('Voltage in V'),
      current: output.number('Current in A'),
      resistance: output.number('Resistance in Ω'),
      power: output.number('Power in W'),
    },
    sample: { voltage: 12, current: 2, resistance: 6, power: 24 },
    run: ({ voltage: u, current: i, resistance: r, power: p }) => {
      if ([u, i, r, p].filter((value) => value > 0).length < 2)
        throw invalid('voltage', 'Send two of the four');
      const [voltage, current] =
        u && i
          ? [u, i]
          : u && r
            ? [u, u / r]
            : u
              ? [u, p / u]
              : i && r
                ? [i * r, i]
                : i
                  ? [p / i, i]
                  : [Math.sqrt(p * r), Math.sqrt(p / r)];
      const round = (value: number) => Number(value.toPrecision(10));
      return {
        voltage: round(voltage),
        current: round(current),
        resistance: round(voltage / current),
        power: round(voltage * current),
      };
    },
  }),
];
