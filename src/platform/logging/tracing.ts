import { hostname } from 'node:os';
import type { Config } from '../settings/config.ts';
import type { Log } from './log.ts';
import { readMetrics } from './metrics.ts';

type Attributes = Readonly<Record<string, string | number>>;

/** What a span says when it begins. */
export interface SpanStart {
  name: string;
  kind: 'server' | 'client' | 'consumer';
  attributes: Attributes;
  /** The span of another process that caused it, as `traceparent`. Default: the active one. */
  parent?: string | undefined;
}

export interface Span {
  /** Runs work, whose spans are below this one. */
  run<T>(work: () => T): T;
  end(attributes?: Attributes, error?: unknown): void;
}

/** Records what happens in a trace. Only there with OTEL_EXPORTER_OTLP_ENDPOINT. */
export interface Tracer {
  start(start: SpanStart): Span;
  /** Records what is over. */
  record(start: SpanStart, milliseconds: number, isError: boolean): void;
  /** Whether there is an active span that is recorded. */
  isRecording(): boolean;
  /** The active span, for another process to continue. */
  traceparent(): string | undefined;
}

export interface Telemetry {
  tracer: Tracer;
  /** Sends what has not been sent, for some seconds at most. */
  stop(): Promise<void>;
}

let tracer: Tracer | undefined;

/** The tracer of this process. Undefined without a collector. */
export const currentTracer = (): Tracer | undefined => tracer;

/**
 * Sends traces and metrics to the collector of OTEL_EXPORTER_OTLP_ENDPOINT. Without one, nothing of it is loaded and
 * nothing is recorded.
 */
export async function startTelemetry(config: Config, log: Log): Promise<Telemetry | undefined> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === '') return undefined;
  const { openTelemetry } = await import('./telemetry.ts');
  const opened = await openTelemetry(config, log, { host: hostname(), read: readMetrics });
  tracer = opened.tracer;
  return {
    ...opened,
    stop: async () => {
      tracer = undefined;
      await opened.stop();
    },
  };
}

/** Runs work in a span, if there is a tracer. */
export async function traced<T>(start: () => SpanStart, work: () => Promise<T>): Promise<T> {
  if (!tracer) return work();
  const span = tracer.start(start());
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end({}, error);
    throw error;
  }
}

/** The attribute that finds the lines of the log. */
export const requestAttribute = (requestId: string | undefined): Attributes =>
  requestId === undefined ? {} : { 'plaza.request.id': requestId };
