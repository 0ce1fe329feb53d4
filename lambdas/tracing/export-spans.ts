import { gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { parseJson } from '../domain/parse-json.ts';
import { logger } from '../runtime/logger.ts';
import { boundedFetch } from '../runtime/outbound/bounded-fetch.ts';
import { otlpHeaders } from '../runtime/secrets.ts';
import { OTLP_SECRET_ARN } from '../runtime/variables/resources.ts';
import { DEPLOYMENT_NAME, OTLP_ENDPOINT } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';
import { defineWorker, workerHandler } from '../runtime/worker.ts';
import { otlpRequest } from './otlp-request.ts';
import { readLogEvent } from './read-log-event.ts';

/** Milliseconds that the endpoint may take. Nobody waits for it. */
const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/** Statuses after which the same request may succeed: https://opentelemetry.io/docs/specs/otlp/#failures-1 */
const RETRYABLE: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** The answer of an endpoint that accepted only a part of a request. */
const partial = z.object({
  partialSuccess: z.object({ rejectedSpans: z.union([z.string(), z.number()]) }),
});

export const exportSpansWorker = defineWorker({
  stack: 'Monitoring',
  id: 'ExportSpans',
  description: 'Sends traces of calls to the operator’s endpoint',
  trigger: { by: 'log', maxConcurrency: 5 },
  grants: [{ to: 'otlpHeaders', variables: [OTLP_SECRET_ARN] }],
  variables: [OTLP_ENDPOINT, DEPLOYMENT_NAME],
  timeoutSeconds: 20,
  handlesCalls: false,
});

/**
 * Exports the spans in a batch of log lines. After a temporary failure, Lambda repeats it twice; other failures drop
 * the spans, and the log counts them.
 */
export const handler = workerHandler(exportSpansWorker, async (event: unknown): Promise<void> => {
  const { steps, unreadable } = readLogEvent(event);
  if (unreadable > 0) logger.warn('Some log lines contained no span.', { lines: unreadable });
  const spans = steps.reduce((sum, step) => sum + step.spans.length, 0);
  if (spans === 0) return;
  const { status, rejected } = await send(otlpRequest(steps, readVariable(DEPLOYMENT_NAME)));
  if (RETRYABLE.has(status)) throw new Error(`The endpoint of traces answered with HTTP status ${status}.`);
  const dropped = status >= 200 && status <= 299 ? rejected : spans;
  if (dropped > 0) logger.error('Spans were dropped: the endpoint refused them.', { status, dropped });
});

async function send(request: object): Promise<{ readonly status: number; readonly rejected: number }> {
  const fetchBounded = boundedFetch({ timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES });
  const response = await fetchBounded(readVariable(OTLP_ENDPOINT), {
    method: 'POST',
    headers: {
      ...(await otlpHeaders()),
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    body: gzipSync(JSON.stringify(request)),
  });
  const { data } = partial.safeParse(jsonOf(await response.text()));
  return { status: response.status, rejected: Number(data?.partialSuccess.rejectedSpans ?? 0) };
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
