import { setTimeout as wait } from 'node:timers/promises';
import type { ApiClient, ShownCall } from './clients/api-client.ts';
import { missingEvents } from './missing-events.ts';

/** Events follow the end of a call at once; a delivery that failed is tried again after five seconds. */
export const CONCLUDED_WITHIN_MS = 15_000;
const POLL_MS = 100;

/** How a call came out. */
export interface Conclusion {
  readonly call: ShownCall;
  /** Kinds of event that have not been delivered in time. */
  readonly missing: readonly string[];
}

/** Whose conclusion is awaited. */
interface Awaited {
  readonly api: Pick<ApiClient, 'getCall'>;
  readonly callId: string;
  /** What grows as deliveries arrive; undefined when they go elsewhere. */
  readonly deliveries: Parameters<typeof missingEvents>[1] | undefined;
  /** Fields are to be found in what was said. */
  readonly isCollecting: boolean;
  readonly signal: AbortSignal;
}

/** Waits, within bounds, until the call is over and its events were delivered. */
export async function awaitConclusion({
  api,
  callId,
  deliveries,
  isCollecting,
  signal,
}: Awaited): Promise<Conclusion> {
  const deadline = Date.now() + CONCLUDED_WITHIN_MS;
  for (;;) {
    const call = await api.getCall(callId);
    const isOver = call.status === 'ended' || call.status === 'error';
    const missing = deliveries ? missingEvents(call, deliveries) : [];
    if (isCollecting && !call.collected_fields) missing.push('collected_fields');
    if ((isOver && missing.length === 0) || Date.now() >= deadline) return { call, missing };
    await wait(POLL_MS, undefined, { signal });
  }
}
