import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as it arrived, its attributes as plain values. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { traceId: string; spanId: string }[];
  /** 2: it failed. */
  readonly status: number;
  /** What is said of the program that sent it. */
  readonly resource: Readonly<Record<string, unknown>>;
}

interface KeyValue {
  readonly key: string;
  readonly value: { stringValue?: string; intValue?: number | string; boolValue?: boolean; doubleValue?: number };
}
interface RawSpan extends Omit<ReceivedSpan, 'attributes' | 'links' | 'status' | 'resource'> {
  readonly attributes?: readonly KeyValue[];
  readonly links?: ReceivedSpan['links'];
  readonly status?: { readonly code?: number };
}
interface Message {
  readonly resourceSpans: readonly {
    readonly resource?: { readonly attributes?: readonly KeyValue[] };
    readonly scopeSpans: readonly { readonly spans: readonly RawSpan[] }[];
  }[];
}

export interface OtlpReceiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly endpoint: string;
  readonly spans: readonly ReceivedSpan[];
  /** From now on every message is answered so. */
  answer(status: number): void;
  stop(): Promise<void>;
}

const plain = (pairs: readonly KeyValue[] = []): Record<string, unknown> =>
  Object.fromEntries(
    pairs.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? value.doubleValue ?? Number(value.intValue),
    ]),
  );

const readSpans = ({ resourceSpans }: Message): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        ...span,
        attributes: plain(span.attributes),
        links: span.links ?? [],
        status: span.status?.code ?? 0,
        resource: plain(resource?.attributes),
      })),
  );

/**
 * The receiving end of OTLP/HTTP with JSON (https://opentelemetry.io/docs/specs/otlp/#otlphttp): `POST /v1/traces`
 * only, other types and paths refused as a collector refuses them.
 */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const end = (code: number) => response.writeHead(code, { 'content-type': 'application/json' }).end('{}');
      if (request.method !== 'POST' || request.url !== '/v1/traces') return end(404);
      if (request.headers['content-type'] !== 'application/json') return end(415);
      if (status !== 200) return end(status);
      spans.push(...readSpans(JSON.parse(Buffer.concat(chunks).toString()) as Message));
      return end(200);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    answer: (code) => {
      status = code;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
