import { setTimeout as wait } from 'node:timers/promises';
import type { ApiClient, ShownCall } from './clients/api-client.ts';
import { missingEvents } from './missing-events.ts';

/** Milliseconds to wait for events after the end of a call; a failed delivery is retried after five seconds. */
export const CONCLUDED_WITHIN_MS = 15_000;
const POLL_MS = 100;

/** The result of a call. */
export interface Conclusion {
  readonly call: ShownCall;
  /** Kinds of event that were not delivered in time. */
  readonly missing: readonly string[];
}

/** The call to await. */
interface Awaited {
  readonly api: Pick<ApiClient, 'getCall'>;
  readonly callId: string;
  /** The array that grows with each delivery; undefined if deliveries go elsewhere. */
  readonly deliveries: Parameters<typeof missingEvents>[1] | undefined;
  /** Whether the call collects fields. */
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
