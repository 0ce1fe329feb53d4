import { gunzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { parseJson } from '../domain/parse-json.ts';

/** Longest batch in bytes after decompression. Lambda accepts 6 MB compressed, and log lines compress well. */
const MAX_BYTES = 32 * 2 ** 20;

const hex = (digits: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${digits}}$`)));
const attribute = z.union([z.string(), z.number(), z.boolean()]);

const span = z.object({
  name: z.string(),
  id: hex(16),
  parent: z.optional(hex(16)),
  kind: z.enum(['internal', 'server', 'client', 'producer', 'consumer']),
  start: z.int(),
  end: z.int(),
  attributes: z.optional(z.record(z.string(), attribute)),
  error: z.optional(z.string()),
  link: z.optional(z.object({ traceId: hex(32), spanId: hex(16) })),
});
export type ReadSpan = z.infer<typeof span>;

/** The line of a step: see lambdas/runtime/tracing/in-step.ts. */
const stepLine = z.object({
  service: z.string(),
  traceId: hex(32),
  callId: z.string(),
  userId: z.string(),
  requestId: z.string(),
  spans: z.array(span),
});
export type StepLine = z.infer<typeof stepLine>;

/** What CloudWatch Logs sends: https://docs.aws.amazon.com/lambda/latest/dg/services-cloudwatchlogs.html */
export const logEvent = z.object({ awslogs: z.object({ data: z.string() }) });

const batch = z.object({
  messageType: z.string(),
  logEvents: z.array(z.object({ message: z.string() })),
});

/** The lines of steps in a batch of log lines, and the number of lines that are not. */
export function readLogEvent(event: unknown): {
  readonly steps: readonly StepLine[];
  readonly unreadable: number;
} {
  const packed = Buffer.from(logEvent.parse(event).awslogs.data, 'base64');
  const text = gunzipSync(packed, { maxOutputLength: MAX_BYTES }).toString();
  const { messageType, logEvents } = batch.parse(JSON.parse(text));
  // CloudWatch Logs sends such an event to test that it can reach the function.
  if (messageType !== 'DATA_MESSAGE') return { steps: [], unreadable: 0 };
  const steps = logEvents.flatMap(({ message }) => {
    const { data } = stepLine.safeParse(jsonOf(message));
    return data ? [data] : [];
  });
  return { steps, unreadable: logEvents.length - steps.length };
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
