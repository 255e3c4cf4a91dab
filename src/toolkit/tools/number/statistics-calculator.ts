import { input, output, tool } from '../../tool.ts';
import { parseNumbers } from '../../encodings/numbers.ts';

export default tool({
  title: 'Statistics calculator',
  summary: 'Calculate mean, median, deviation and quartiles of numbers',
  keywords: 'average variance standard deviation mode',
  input: { numbers: input.text('Numbers', '2, 4, 4, 4, 5, 5, 7, 9') },
  output: {
    count: output.integer('Count'),
    sum: output.number('Sum'),
    mean: output.number('Mean'),
    median: output.number('Median'),
    modes: output.list('Modes'),
    min: output.number('Minimum'),
    max: output.number('Maximum'),
    variance: output.number('Variance (population)'),
    deviation: output.number('Standard deviation (population)'),
    sampleDeviation: output.number('Standard deviation (sample)'),
    lowerQuartile: output.number('Lower quartile'),
    upperQuartile: output.number('Upper quartile'),
  },
  sample: {
    count: 8,
    sum: 40,
    mean: 5,
    median: 4.5,
    modes: ['4'],
    min: 2,
    max: 9,
    variance: 4,
    deviation: 2,
    sampleDeviation: 2.138089935299395,
    lowerQuartile: 4,
    upperQuartile: 5.5,
  },
  run: ({ numbers }) => {
    const values = parseNumbers('numbers', numbers).sort((a, b) => a - b);
    const count = values.length;
    const sum = values.reduce((a, b) => a + b, 0);
    const mean = sum / count;
    const squares = values.reduce((total, value) => total + (value - mean) ** 2, 0);
    const quantile = (share: number) => {
      const at = (count - 1) * share;
      const [low = 0, high = 0] = [values[Math.floor(at)], values[Math.ceil(at)]];
      return low + (high - low) * (at % 1);
    };
    const counts = Map.groupBy(values, (value) => value);
    const often = Math.max(...[...counts.values()].map((group) => group.length));
    const modes =
      often > 1
        ? [...counts].filter(([, group]) => group.length === often).map(([value]) => String(value))
        : [];
    return {
      count,
      sum,
      mean,
      median: quantile(0.5),
      modes,
      min: values[0] ?? 0,
      max: values.at(-1) ?? 0,
      variance: squares / count,
      deviation: Math.sqrt(squares / count),
      sampleDeviation: count > 1 ? Math.sqrt(squares / (count - 1)) : 0,
      lowerQuartile: quantile(0.25),
      upperQuartile: quantile(0.75),
    };
  },
});
