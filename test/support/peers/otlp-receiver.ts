import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { until } from '../service/api.ts';

const value = z.union([
  z.strictObject({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }).transform(({ intValue }) => Number(intValue)),
  z.strictObject({ doubleValue: z.number() }).transform(({ doubleValue }) => doubleValue),
  z.strictObject({ boolValue: z.boolean() }).transform(({ boolValue }) => boolValue),
  z
    .strictObject({ arrayValue: z.object({ values: z.array(z.looseObject({ stringValue: z.string() })) }) })
    .transform(({ arrayValue }) => arrayValue.values.map(({ stringValue }) => stringValue)),
]);
const attributes = z
  .array(z.strictObject({ key: z.string(), value }))
  .transform((all) => Object.fromEntries(all.map((each) => [each.key, each.value])));
const traceId = z.string().regex(/^(?!0+$)[0-9a-f]{32}$/);
const spanId = z.string().regex(/^(?!0+$)[0-9a-f]{16}$/);
const milliseconds = z
  .string()
  .regex(/^\d+$/)
  .transform((nanoseconds) => Number(BigInt(nanoseconds) / 1_000_000n));

/**
 * The schema of an exporter's request, without further fields: https://github.com/open-telemetry/opentelemetry-proto
 */
const request = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string() }),
          spans: z.array(
            z.strictObject({
              traceId,
              spanId,
              parentSpanId: spanId.optional(),
              flags: z.literal(3),
              name: z.string().min(1),
              kind: z.int().min(1).max(5),
              startTimeUnixNano: milliseconds,
              endTimeUnixNano: milliseconds,
              attributes,
              status: z.strictObject({ code: z.literal(2), message: z.string() }).optional(),
              links: z.array(z.strictObject({ traceId, spanId })).optional(),
            }),
          ),
        }),
      ),
    }),
  ),
});

type Exported = z.output<typeof request>['resourceSpans'][number]['scopeSpans'][number]['spans'][number];

/** A received span, with its function; times are in milliseconds. */
export interface ReceivedSpan extends Exported {
  readonly service: string;
}

/** An OpenTelemetry collector: it accepts traces by OTLP over HTTP with JSON. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  readonly texts: string[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  /** The status of its answers. */
  status = 200;
  /** Requests that it refused. */
  refused = 0;
  readonly faults: unknown[] = [];
  #held: Promise<void> = Promise.resolve();
  readonly #server = createServer((message, response) => {
    const chunks: Buffer[] = [];
    message.on('data', (chunk) => chunks.push(chunk));
    message.on('end', () => {
      this.headers.push(message.headers);
      if (this.status === 200) this.#take(gunzipSync(Buffer.concat(chunks)).toString());
      else this.refused += 1;
      void this.#held.then(() => response.writeHead(this.status).end('{}'));
    });
  });

  #take(text: string): void {
    this.texts.push(text);
    const { data, error } = request.safeParse(JSON.parse(text));
    if (!data) {
      this.faults.push(z.prettifyError(error));
      return;
    }
    for (const { resource, scopeSpans } of data.resourceSpans)
      for (const { spans } of scopeSpans)
        this.spans.push(
          ...spans.map((span) => ({ ...span, service: String(resource.attributes['faas.name']) })),
        );
  }

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1/traces`;
  }

  /** Delays answers until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held = promise;
    return resolve;
  }

  /** Waits for a span of a call. */
  spanOf(callId: string, name: string): Promise<ReceivedSpan> {
    return until(`the span ${name}`, () => {
      const own = this.of(callId);
      return own.find((span) => span.name === name) ?? { waitingFor: own.map((span) => span.name) };
    });
  }

  /** The spans of a call. */
  of(callId: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.attributes['phone_call_agents.call.id'] === callId);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
