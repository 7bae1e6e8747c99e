import type { Logger } from 'pino';
import type { Config } from '../platform/config';

/**
 * Traces for OpenTelemetry, when OTEL_EXPORTER_OTLP_ENDPOINT is set: a span for a request, its statements, the jobs it
 * sends and their work. Nothing of it is loaded otherwise; then `startSpan` answers undefined.
 */
export interface Span {
  /** For whoever goes on with it: https://www.w3.org/TR/trace-context/#traceparent-header */
  readonly traceparent: string;
  note(attributes: Attributes): void;
  /** @param error what it failed by; only its kind is told, since messages may hold what somebody typed */
  end(error?: unknown): void;
}

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;
type Kind = 'server' | 'client' | 'producer' | 'consumer';

export interface SpanStart {
  readonly kind: Kind;
  /** The span that it is part of, or the traceparent of one in another process. */
  readonly parent?: Span | string | undefined;
  readonly attributes: Attributes;
}

/** What kit/observe/otlp.ts brings. */
export interface Tracer {
  start(name: string, start: SpanStart): Span;
  /** Sends what is still held, but does not wait long. */
  stop(): Promise<void>;
}

let tracer: Tracer | undefined;

export function startSpan(name: string, start: SpanStart): Span | undefined {
  return tracer?.start(name, start);
}

/** Begins to trace when that is configured. Answers how to stop. */
export async function openTracing(
  { otlpEndpoint, traceShare }: Pick<Config, 'otlpEndpoint' | 'traceShare'>,
  version: string,
  log: Logger,
): Promise<() => Promise<void>> {
  if (!otlpEndpoint) return async () => undefined;
  const { openExport } = await import('./otlp');
  const mine = openExport(otlpEndpoint, traceShare, version, log);
  tracer = mine;
  return async () => {
    if (tracer === mine) tracer = undefined;
    await mine.stop();
  };
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/;

/** The parts of a `traceparent` header, or null when it is none. */
export function readTraceparent(value: unknown): { traceId: string; spanId: string; flags: number } | null {
  const [, traceId = '', spanId = '', flags = ''] = (typeof value === 'string' && TRACEPARENT.exec(value)) || [];
  if (!/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(spanId)) return null;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}
