import type * as Metrics from '@opentelemetry/sdk-metrics';
import type { DataPoint, Histogram, MetricData, MetricProducer } from '@opentelemetry/sdk-metrics';
import type { readMetrics } from './metrics.ts';

type Collected = Awaited<ReturnType<typeof readMetrics>>[number];
type Sdk = typeof Metrics;
type Point = Omit<DataPoint<number>, 'value'>;

/** Sends the Prometheus metrics of this process, so that both have the same names and values. */
export async function createMetricReader(
  read: typeof readMetrics,
  target: { url: string; headers: Record<string, string>; timeoutMillis: number },
) {
  const [sdk, { OTLPMetricExporter }] = await Promise.all([
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
  ]);
  const { emptyResource } = await import('@opentelemetry/resources');
  const startTime = toTime(Date.now() - process.uptime() * 1000);
  const producer: MetricProducer = {
    collect: async () => {
      const point = (labels: object): Point => ({
        startTime,
        endTime: toTime(Date.now()),
        attributes: Object.fromEntries(Object.entries(labels)),
      });
      const metrics = (await read()).flatMap((metric) => toMetricData(sdk, metric, point) ?? []);
      return {
        resourceMetrics: {
          resource: emptyResource(),
          scopeMetrics: [{ scope: { name: 'plaza' }, metrics }],
        },
        errors: [],
      };
    },
  };
  return new sdk.PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(target),
    metricProducers: [producer],
  });
}

const toTime = (milliseconds: number): [number, number] => [
  Math.floor(milliseconds / 1000),
  Math.floor((milliseconds % 1000) * 1_000_000),
];

/** A Prometheus metric in the model of OpenTelemetry. Undefined for summaries, of which there are none. */
function toMetricData(
  { AggregationTemporality, DataPointType }: Sdk,
  { name, help, type, values }: Collected,
  point: (labels: object) => Point,
): MetricData | undefined {
  const about = {
    descriptor: {
      name,
      description: help,
      unit: name.endsWith('_seconds') ? 's' : '',
      valueType: 1,
      advice: {},
    },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const numbers = () => values.map(({ labels, value }) => ({ ...point(labels), value }));
  // The package and its types are of an enum and of a string.
  switch (String(type)) {
    case 'counter':
      return { ...about, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: numbers() };
    case 'gauge':
      return { ...about, dataPointType: DataPointType.GAUGE, dataPoints: numbers() };
    case 'histogram':
      return { ...about, dataPointType: DataPointType.HISTOGRAM, dataPoints: toHistograms(values, point) };
    default:
      return undefined;
  }
}

/** Prometheus counts a value in each bucket whose bound it is below, OpenTelemetry in the first of them. */
function toHistograms(values: Collected['values'], point: (labels: object) => Point): DataPoint<Histogram>[] {
  const series = Map.groupBy(values, ({ labels }) =>
    JSON.stringify(Object.entries(labels).filter(([name]) => name !== 'le')),
  );
  return [...series].map(([labels, rows]) => {
    const valueOf = (suffix: string) => rows.find((row) => nameOf(row).endsWith(suffix))?.value ?? 0;
    const buckets = rows.filter((row) => nameOf(row).endsWith('_bucket'));
    const boundaries = buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite);
    const counts = buckets.map(({ value }, n) => value - (buckets[n - 1]?.value ?? 0));
    const value = { buckets: { boundaries, counts }, sum: valueOf('_sum'), count: valueOf('_count') };
    const own = Object.fromEntries(JSON.parse(labels) as [string, string][]);
    return { ...point(own), value };
  });
}

const nameOf = (row: object): string => ('metricName' in row ? String(row.metricName) : '');
