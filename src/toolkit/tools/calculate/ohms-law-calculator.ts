import { invalid } from '../../../kernel/problem.ts';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
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
});
