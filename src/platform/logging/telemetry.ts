import type * as Api from '@opentelemetry/api';
import type { Sampler, TracerProvider as Provider } from '@opentelemetry/sdk-trace';
import type { Config } from '../settings/config.ts';
import type { Log } from './log.ts';
import { createMetricReader } from './metric-reader.ts';
import type { readMetrics } from './metrics.ts';
import type { SpanStart, Telemetry, Tracer } from './tracing.ts';

/** How long a process that stops tries to send what it has. */
const stopWait = 3000;
const longestQueue = 4096;

/**
 * Loads the packages of OpenTelemetry and starts sending. This file and what it imports share no code with the start, which
 * would be split into more files.
 */
export async function openTelemetry(
  config: Config,
  log: Log,
  { host, read }: { host: string; read: typeof readMetrics },
): Promise<Telemetry> {
  const [api, { BatchSpanProcessor, TracerProvider }, contexts, traces, { MeterProvider }, resources] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/sdk-metrics'),
      import('@opentelemetry/resources'),
    ]);
  const say = (message: string) => log.warn({ message }, 'OpenTelemetry');
  const hush = () => undefined;
  api.diag.setLogger(
    { error: say, warn: say, info: hush, debug: hush, verbose: hush },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const resource = resources.resourceFromAttributes({
    'service.name': config.OTEL_SERVICE_NAME,
    'service.instance.id': `${host} ${process.pid}`,
    'host.name': host,
    'process.pid': process.pid,
  });
  const headers = parseHeaders(config.OTEL_EXPORTER_OTLP_HEADERS);
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config;
  const base = endpoint.endsWith('/') ? endpoint : `${endpoint}/`;
  const target = (signal: string) => ({
    url: new URL(`v1/${signal}`, base).href,
    headers,
    timeoutMillis: 5000,
  });
  const provider = new TracerProvider({
    resource,
    sampler: await createSampler(config),
    spanLimits: { attributeCountLimit: 32, attributeValueLengthLimit: 2000 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new traces.OTLPTraceExporter(target('traces')),
        maxQueueSize: longestQueue,
      }),
    ],
  });
  api.context.setGlobalContextManager(new contexts.AsyncLocalStorageContextManager().enable());
  const meters = new MeterProvider({
    resource,
    readers: [await createMetricReader(read, target('metrics'))],
  });
  const stop = async () => {
    const sent = Promise.allSettled([provider.shutdown(), meters.shutdown()]);
    await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, stopWait).unref())]);
    api.context.disable();
  };
  return { tracer: createTracer(api, provider), stop };
}

function createTracer(
  { context, trace, SpanKind, SpanStatusCode, TraceFlags, ROOT_CONTEXT }: typeof Api,
  provider: Provider,
): Tracer {
  const tracer = provider.getTracer('plaza');
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;
  const contextOf = ({ kind, parent }: SpanStart): Api.Context => {
    const [, traceId, spanId, flags] =
      /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(parent ?? '') ?? [];
    // Requests and jobs begin a trace.
    if (traceId === undefined || spanId === undefined)
      return kind === 'client' ? context.active() : ROOT_CONTEXT;
    const traceFlags = Number.parseInt(flags ?? '0', 16) & TraceFlags.SAMPLED;
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
  };
  const failed = (error: unknown) => ({
    code: SpanStatusCode.ERROR,
    ...(error instanceof Error && { message: error.name }),
  });
  const optionsOf = ({ kind, attributes }: SpanStart) => ({
    kind: kinds[kind],
    attributes: attributes as Api.Attributes,
  });
  return {
    start: (start) => {
      const parent = contextOf(start);
      const span = tracer.startSpan(start.name, optionsOf(start), parent);
      const within = trace.setSpan(parent, span);
      return {
        run: (work) => context.with(within, work),
        end: (attributes = {}, error) => {
          span.setAttributes(attributes);
          if (error !== undefined) span.setStatus(failed(error));
          span.end();
        },
      };
    },
    record: (start, milliseconds, isError) => {
      const now = Date.now();
      const span = tracer.startSpan(start.name, { ...optionsOf(start), startTime: now - milliseconds });
      if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(now);
    },
    isRecording: () => trace.getActiveSpan()?.isRecording() ?? false,
    traceparent: () => {
      const active = trace.getActiveSpan()?.spanContext();
      if (!active) return undefined;
      return `00-${active.traceId}-${active.spanId}-${active.traceFlags.toString(16).padStart(2, '0')}`;
    },
  };
}

/** By the names of the specification: `parentbased_…` records what a trusted proxy records, others decide anew. */
async function createSampler(
  config: Pick<Config, 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'>,
): Promise<Sampler> {
  const { AlwaysOffSampler, AlwaysOnSampler, ParentBasedSampler, TraceIdRatioBasedSampler } =
    await import('@opentelemetry/sdk-trace');
  const name = config.OTEL_TRACES_SAMPLER.replace('parentbased_', '');
  const root =
    name === 'always_on'
      ? new AlwaysOnSampler()
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(Number(config.OTEL_TRACES_SAMPLER_ARG));
  const isOurs = name === config.OTEL_TRACES_SAMPLER;
  return new ParentBasedSampler({
    root,
    ...(isOurs && { remoteParentSampled: root, remoteParentNotSampled: root }),
  });
}

/** `name=value,name=value`, with values as in a URL. */
export const parseHeaders = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(',').flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=');
      const name = pair.slice(0, Math.max(0, at)).trim();
      return name === '' ? [] : [[name, decode(pair.slice(at + 1).trim())]];
    }),
  );

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
