import {
  type Span as ApiSpan,
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { readTraceparent, type Span, type SpanStart, type Tracer } from './tracing';

/** Beyond so many unsent spans new ones are dropped, so that a receiver that is away costs memory only up to here. */
const MOST_UNSENT = 4_096;
const SEND_EVERY_MS = 2_000;
const SEND_PATIENCE_MS = 5_000;
/** At the end of the process. */
const STOP_PATIENCE_MS = 2_000;
const COMPLAIN_EVERY_MS = 60_000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/** The exporter's troubles go to the log, but not more than one a minute. */
function complainTo(log: Logger): void {
  let last = 0;
  const complain = (message: string): void => {
    if (Date.now() - last < COMPLAIN_EVERY_MS) return;
    last = Date.now();
    log.warn({ reason: message.slice(0, 300) }, 'traces are not taken');
  };
  const quiet = (): void => undefined;
  diag.setLogger(
    { error: complain, warn: complain, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

class OtlpSpan implements Span {
  constructor(readonly span: ApiSpan) {}

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.span.spanContext();
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  note(attributes: SpanStart['attributes']): void {
    this.span.setAttributes(attributes);
  }

  end(error?: unknown): void {
    if (error !== undefined) {
      const { code, name } = error as { code?: unknown; name?: unknown };
      this.span.setStatus({ code: SpanStatusCode.ERROR });
      this.span.setAttribute('error.type', String(code ?? name ?? 'error'));
    }
    this.span.end();
  }
}

function contextOf(parent: SpanStart['parent']): Context {
  if (parent instanceof OtlpSpan) return trace.setSpan(ROOT_CONTEXT, parent.span);
  const known = readTraceparent(typeof parent === 'string' ? parent : parent?.traceparent);
  if (!known) return ROOT_CONTEXT;
  const { traceId, spanId, flags } = known;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: flags & 1, isRemote: true });
}

/**
 * Sends spans by OTLP over HTTP. What else the standard variables say (OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES,
 * OTEL_EXPORTER_OTLP_HEADERS, certificates) the packages read from the environment themselves.
 * @param share of the traces that begin here, 0 to 1; a trace that somebody else began is kept when he keeps it
 */
export function openExport(endpoint: string, share: number, version: string, log: Logger): Tracer {
  complainTo(log);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: SEND_PATIENCE_MS,
  });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'lanka', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanLimits: { attributeValueLengthLimit: 4_000 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: MOST_UNSENT,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_PATIENCE_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('lanka', version);
  return {
    start: (name, { kind, parent, attributes }) => {
      const context = contextOf(parent);
      // a job is part of the trace that sent it, and linked to it as the conventions for messages want
      const sender = kind === 'consumer' ? trace.getSpanContext(context) : undefined;
      const links = sender ? [{ context: sender }] : [];
      return new OtlpSpan(tracer.startSpan(name, { kind: KINDS[kind], attributes, links }, context));
    },
    async stop() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, STOP_PATIENCE_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      diag.disable();
    },
  };
}
